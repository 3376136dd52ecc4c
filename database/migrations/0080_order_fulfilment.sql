-- What the seller does with an order: reserving units, packing, shipping, and telling the marketplace.

alter table orders
  -- what was done here; what the marketplace says of it is its status
  add column local_state text not null default 'OPEN' constraint orders_local_state_known
    check (local_state in ('OPEN', 'SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED', 'CONFIRMED', 'CANCELED')),
  add column started_by bigint constraint orders_started_by_fkey references users,
  add column started_at timestamptz,
  add column shipped_by bigint constraint orders_shipped_by_fkey references users,
  add column shipped_at timestamptz,
  -- what was answered to a buyer who asked to cancel: without an answer nothing is shipped
  add column cancel_answer text constraint orders_cancel_answer_known check (cancel_answer in ('SHIP', 'CANCEL')),
  add column cancel_answered_by bigint constraint orders_cancel_answered_by_fkey references users,
  add constraint orders_started check ((started_by is null) = (started_at is null));
create index orders_started_by on orders (started_by) where started_by is not null;
create index orders_shipped_by on orders (shipped_by) where shipped_by is not null;
create index orders_cancel_answered_by on orders (cancel_answered_by) where cancel_answered_by is not null;

-- Under which heading people look for it.
alter table orders add column stage text not null generated always as (
  case
    when local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED') then 'TO_CONFIRM'
    when local_state = 'CONFIRMED' then 'SHIPPED'
    when local_state = 'CANCELED' or status = 'CANCELLED' then 'CANCELED'
    when status = 'SHIPPED' then 'SHIPPED'
    when status = 'PENDING' then 'PENDING'
    else 'TO_SHIP'
  end) stored;
create index orders_stage_due on orders (stage, (coalesce(ship_by, 'infinity'::timestamptz)), order_id);
create index orders_stage_newest on orders (stage, ordered_at desc, order_id desc);
create index orders_newest on orders (ordered_at desc, order_id desc);

-- One piece of an order: a line of three has three. It names the unit that is reserved for it, and that leaves for it.
create table order_pieces (
  id bigint generated always as identity primary key,
  order_id text not null constraint order_pieces_order_fkey references orders on delete cascade,
  item_id text not null,
  nth integer not null constraint order_pieces_nth check (nth > 0),
  -- null while the catalogue does not know the line's SKU
  listing_id bigint constraint order_pieces_listing_fkey references listings,
  -- CLOSED: canceled, or shipped elsewhere
  state text not null constraint order_pieces_state_known check (state in ('WAITING', 'RESERVED', 'SHIPPED', 'CLOSED')),
  unit_id bigint constraint order_pieces_unit_fkey references units,
  -- the unit that was reserved when the product was verified: another one must be verified anew
  verified_unit_id bigint constraint order_pieces_verified_unit_fkey references units,
  verified_by bigint constraint order_pieces_verified_by_fkey references users,
  -- 1 by FNSKU or SKU, 2 by UPC, EAN or GTIN
  verified_as smallint constraint order_pieces_verified_as_known check (verified_as in (1, 2)),
  shipped_at timestamptz,
  shipped_by bigint constraint order_pieces_shipped_by_fkey references users,
  -- the id that a page gave its accept: what makes a retry ship once
  client_accept_id text constraint order_pieces_client_accept_id_key unique,
  constraint order_pieces_key unique (order_id, item_id, nth),
  constraint order_pieces_unit check ((unit_id is not null) = (state in ('RESERVED', 'SHIPPED'))),
  constraint order_pieces_verified check (num_nulls(verified_unit_id, verified_by, verified_as) in (0, 3)),
  constraint order_pieces_shipped check ((state = 'SHIPPED') = (shipped_at is not null) and (state = 'SHIPPED') = (shipped_by is not null))
);
-- No unit is reserved for two, and none ships twice.
create unique index order_pieces_unit_key on order_pieces (unit_id) where unit_id is not null;
create index order_pieces_listing_id on order_pieces (listing_id);
create index order_pieces_waiting on order_pieces (listing_id, id) where state = 'WAITING';
create index order_pieces_reserved on order_pieces (order_id) where state = 'RESERVED';
create index order_pieces_verified_unit_id on order_pieces (verified_unit_id) where verified_unit_id is not null;
create index order_pieces_verified_by on order_pieces (verified_by) where verified_by is not null;
create index order_pieces_shipped_by on order_pieces (shipped_by) where shipped_by is not null;

insert into order_pieces (order_id, item_id, nth, listing_id, state)
select i.order_id, i.item_id, n, l.id, case when o.stage in ('PENDING', 'TO_SHIP') and n > i.shipped then 'WAITING' else 'CLOSED' end
from order_items i join orders o on o.order_id = i.order_id left join listings l on l.seller_sku = i.seller_sku,
  generate_series(1, least(i.quantity, 1000)) n;

-- How a shipment leaves: what the marketplace is told of it.
create sequence order_package_ids;
create table order_shipments (
  order_id text primary key constraint order_shipments_order_fkey references orders on delete cascade,
  -- our own number of the package, the same however often it is told
  package_id bigint not null default nextval('order_package_ids') constraint order_shipments_package_id_key unique,
  carrier_code text not null,
  carrier_name text,
  shipping_method text,
  tracking_number text not null,
  ship_date timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- why the marketplace was not told, or refused
  failure text,
  confirmed_at timestamptz,
  entered_by bigint constraint order_shipments_entered_by_fkey references users,
  entered_at timestamptz not null
);
create index order_shipments_entered_by on order_shipments (entered_by);
create index order_shipments_tracking_number on order_shipments (upper(tracking_number));
create index order_shipments_due on order_shipments (next_attempt_at) where next_attempt_at is not null;

-- What happened to an order here.
create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null constraint order_events_order_fkey references orders on delete cascade,
  kind text not null,
  detail text not null,
  actor_id bigint constraint order_events_actor_fkey references users,
  at timestamptz not null
);
create index order_events_order_id on order_events (order_id, id);
create index order_events_actor_id on order_events (actor_id) where actor_id is not null;

-- Whom an order goes to, sealed; only of orders where somebody asked for it.
create table order_recipients (
  order_id text primary key constraint order_recipients_order_fkey references orders on delete cascade,
  sealed text not null,
  purge_at timestamptz not null
);
create index order_recipients_purge_at on order_recipients (purge_at);

-- A unit that is promised to an order, or not any more, changes its status where it is.
alter table stock_movements
  add column order_id text constraint stock_movements_order_fkey references orders,
  drop constraint stock_movements_type_known,
  add constraint stock_movements_type_known
    check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE')),
  add constraint stock_movements_status_change check (type <> 'STATUS_CHANGE' or before_status <> after_status);
create index stock_movements_order_id on stock_movements (order_id) where order_id is not null;
create index units_promised on units (id) where status = 'SALE_PENDING';
