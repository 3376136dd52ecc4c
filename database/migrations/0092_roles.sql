-- Roles that administrators compose. The roles that every installation has are in contract/src/roles.ts.
create table roles (
  role_key text constraint roles_pkey primary key constraint roles_key_shape check (role_key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null constraint roles_name_length check (length(name) between 1 and 60),
  about text not null default '' constraint roles_about_length check (length(about) <= 300),
  permissions text[] not null,
  version integer not null default 1,
  created_by bigint not null constraint roles_created_by_fkey references users,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index roles_name_key on roles (lower(name));
create index roles_created_by on roles (created_by);

-- Null: the roles are those in the column roles, which processes of an earlier version write.
alter table users add column role_keys text[];

-- The roles that need two-step sign-in, but for ROLE_ADMIN and ROLE_USER, which two_factor_roles holds.
alter table sign_in_policy add column two_factor_role_keys text[] not null default '{}';

-- Whether the person who enters something must not approve it.
create table separated_duties (
  is_only boolean not null default true constraint separated_duties_pkey primary key constraint separated_duties_only check (is_only),
  invoices boolean not null default false,
  credits boolean not null default false,
  prices boolean not null default false
);
insert into separated_duties default values;

-- The people who changed the invoice after its entry.
alter table vendor_invoices add column edited_by bigint[] not null default '{}';
