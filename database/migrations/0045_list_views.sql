-- Named views of lists: filters, order and columns that a person saved, for themselves or for everybody.
create table list_views (
  id bigint generated always as identity primary key,
  list text not null,
  name text not null constraint list_views_name_length check (length(name) between 1 and 60),
  owner_id bigint not null references users (id),
  is_shared boolean not null default false,
  address jsonb not null constraint list_views_address_object check (jsonb_typeof(address) = 'object'),
  -- null: each person's own columns
  columns text[],
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_views_name_key on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where is_shared;
