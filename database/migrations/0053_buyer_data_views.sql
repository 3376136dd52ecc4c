-- Who saw which buyer's data and why. Outlives the order: it has no foreign key to it, and holds no personal data of the buyer.
create table buyer_data_views (
  id bigint generated always as identity constraint buyer_data_views_pkey primary key,
  at timestamptz not null,
  actor_id bigint not null constraint buyer_data_views_actor_fkey references users,
  order_id text not null,
  shown text not null constraint buyer_data_views_shown_known check (shown in ('RECIPIENT', 'LABEL_PHOTOS', 'DOCUMENT')),
  reason text not null
);
insert into buyer_data_views (at, actor_id, order_id, shown, reason)
  select at, actor_id, order_id, case when detail like 'Label photos: %' then 'LABEL_PHOTOS' else 'RECIPIENT' end, detail
  from order_events where kind = 'RECIPIENT_SHOWN' and actor_id is not null order by id;
create index buyer_data_views_at on buyer_data_views (at, id);
create index buyer_data_views_actor_at on buyer_data_views (actor_id, at, id);
create index buyer_data_views_order_id on buyer_data_views (order_id, at, id);
