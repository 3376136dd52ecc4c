-- Orders that the seller ships, as the marketplace tells them. Nobody's name or address is in here: it is not asked for.

create table orders (
  order_id text primary key,
  status text not null constraint orders_status_known check (status in ('PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED')),
  ordered_at timestamptz not null,
  -- when the marketplace last changed it: an older answer never overwrites a newer one
  updated_at timestamptz not null,
  ship_by timestamptz,
  deliver_by timestamptz,
  service_level text,
  is_prime boolean not null,
  is_premium boolean not null,
  is_business boolean not null,
  is_gift boolean not null,
  is_cancel_requested boolean not null,
  currency text,
  total numeric(12, 2),
  first_seen_at timestamptz not null default now(),
  imported_at timestamptz not null default now()
);
create index orders_status_ship_by on orders (status, ship_by);
create index orders_ordered_at on orders (ordered_at);

create table order_items (
  order_id text not null constraint order_items_order_fkey references orders on delete cascade,
  item_id text not null,
  seller_sku text,
  asin text,
  title text,
  condition smallint constraint order_items_condition_known check (condition in (1, 2, 3, 4, 11)),
  quantity integer not null constraint order_items_quantity check (quantity >= 0),
  shipped integer not null constraint order_items_shipped check (shipped >= 0),
  -- of one unit, without tax
  price numeric(12, 2),
  -- of the whole line
  tax numeric(12, 2),
  constraint order_items_pkey primary key (order_id, item_id)
);
create index order_items_seller_sku on order_items (seller_sku);
create index order_items_asin on order_items (asin);

-- Up to when an incremental import has been told everything; it asks again from a little before.
create table import_marks (
  kind text primary key,
  complete_until timestamptz not null
);
