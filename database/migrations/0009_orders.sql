-- Orders that the seller ships, as the marketplace reports them. They hold no name or address of a buyer: Stowage doesn't ask for them
-- here.
create table orders (
  order_id text primary key,
  status text not null
    constraint orders_status_known check (status in ('PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED')),
  ordered_at timestamptz not null,
  -- the marketplace's last change: an older answer never overwrites a newer one
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
  imported_at timestamptz not null default now(),
  -- what people did with the order here; `status` is the marketplace's own
  local_state text not null default 'OPEN'
    constraint orders_local_state_known check (local_state in ('OPEN', 'SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED', 'CONFIRMED', 'CANCELED')),
  started_by bigint constraint orders_started_by_fkey references users,
  started_at timestamptz,
  shipped_by bigint constraint orders_shipped_by_fkey references users,
  shipped_at timestamptz,
  -- the answer to a buyer's request to cancel: without one nothing is shipped
  cancel_answer text constraint orders_cancel_answer_known check (cancel_answer in ('SHIP', 'CANCEL')),
  cancel_answered_by bigint constraint orders_cancel_answered_by_fkey references users,
  -- when the last package was first reported as delivered
  delivered_at timestamptz,
  returned_at timestamptz,
  returned_units integer not null default 0 constraint orders_returned_units check (returned_units >= 0),
  -- The tab of the list that shows the order.
  stage text not null generated always as (
    case
      when local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED') then 'TO_CONFIRM'
      when local_state = 'CONFIRMED' then 'SHIPPED'
      when status = 'CANCELLED' then 'CANCELED'
      when status = 'SHIPPED' then 'SHIPPED'
      when local_state = 'CANCELED' then 'CANCELED'
      when status = 'PENDING' then 'PENDING'
      else 'TO_SHIP'
    end) stored,
  constraint orders_started check ((started_by is null) = (started_at is null)),
  constraint orders_returned check ((returned_units > 0) = (returned_at is not null))
);
create index orders_status_ship_by on orders (status, ship_by);
create index orders_started_by on orders (started_by) where started_by is not null;
create index orders_shipped_by on orders (shipped_by) where shipped_by is not null;
create index orders_cancel_answered_by on orders (cancel_answered_by) where cancel_answered_by is not null;
create index orders_newest on orders (ordered_at desc, order_id desc);
create index orders_order_id_start on orders (order_id text_pattern_ops);
create index orders_confirm_failed on orders (order_id) where local_state = 'CONFIRM_FAILED';
create index orders_shipped_late on orders (ship_by) where shipped_at > ship_by;
-- People remember the last digits of a number, which they read from a label, so numbers are also found by their end.
create index orders_order_id_end on orders (reverse(order_id) text_pattern_ops);
create index orders_stage_due on orders (stage, (coalesce(ship_by, 'infinity'::timestamptz)), order_id);
create index orders_stage_newest on orders (stage, ordered_at desc, order_id desc);
-- Serves the few buyers who wait for an answer.
create index orders_cancel_open on orders (stage, order_id) where stage in ('TO_SHIP', 'TO_CONFIRM') and is_cancel_requested and cancel_answer is null;
alter table stock_movements add constraint stock_movements_order_fkey foreign key (order_id) references orders;

create table order_items (
  order_id text not null constraint order_items_order_fkey references orders on delete cascade,
  item_id text not null,
  seller_sku text,
  asin text,
  title text,
  condition smallint constraint order_items_condition_known check (condition in (1, 2, 3, 4, 11)),
  quantity integer not null constraint order_items_quantity check (quantity >= 0),
  shipped integer not null constraint order_items_shipped check (shipped >= 0),
  -- per unit, without tax
  price numeric(12, 2),
  -- for the whole line
  tax numeric(12, 2),
  -- For the whole line, in the order's currency.
  shipping numeric(12, 2),
  -- Copies of the order's date and state, so that one index finds a SKU's newest and open orders.
  ordered_at timestamptz not null,
  is_open boolean not null,
  primary key (order_id, item_id)
);
create index order_items_asin on order_items (asin);
create index order_items_sku_newest on order_items (seller_sku, ordered_at desc, order_id desc);
create index order_items_sku_open on order_items (seller_sku, order_id) where is_open;

create sequence order_verification_ids;

-- One unit of one order line and the stock unit reserved for it: a line of three units has three allocations.
create table order_allocations (
  id bigint generated always as identity primary key,
  order_id text not null constraint order_allocations_order_fkey references orders on delete cascade,
  item_id text not null,
  nth integer not null constraint order_allocations_nth check (nth > 0),
  -- null while the catalog doesn't know the line's SKU
  listing_id bigint constraint order_allocations_listing_fkey references listings,
  -- CLOSED: canceled, or shipped from elsewhere
  state text not null constraint order_allocations_state_known check (state in ('WAITING', 'RESERVED', 'SHIPPED', 'CLOSED')),
  unit_id bigint constraint order_allocations_unit_fkey references units,
  -- the unit that was reserved when the product was verified; another unit needs a new verification
  verified_unit_id bigint constraint order_allocations_verified_unit_fkey references units,
  verified_by bigint constraint order_allocations_verified_by_fkey references users,
  -- 1: by FNSKU or SKU, 2: by UPC, EAN or GTIN
  verified_as smallint constraint order_allocations_verified_as_known check (verified_as in (1, 2)),
  shipped_at timestamptz,
  shipped_by bigint constraint order_allocations_shipped_by_fkey references users,
  -- the page's id for accepting: a retry with the same id ships once
  client_accept_id text constraint order_allocations_client_accept_id_key unique,
  verification_id bigint,
  constraint order_allocations_key unique (order_id, item_id, nth),
  constraint order_allocations_verified check (num_nulls(verified_unit_id, verified_by, verified_as) in (0, 3)),
  constraint order_allocations_shipped check ((state = 'SHIPPED') = (shipped_at is not null) and (state = 'SHIPPED') = (shipped_by is not null)),
  constraint order_allocations_verification check (verification_id is null or verified_unit_id is not null),
  -- An allocation that was shipped from elsewhere remembers its unit, so that nobody else gets the unit and it can be put back.
  constraint order_allocations_unit check (state = 'CLOSED' or (unit_id is not null) = (state in ('RESERVED', 'SHIPPED')))
);
-- No unit is reserved twice or shipped twice.
create unique index order_allocations_unit_key on order_allocations (unit_id) where unit_id is not null;
create index order_allocations_listing_id on order_allocations (listing_id);
create index order_allocations_waiting on order_allocations (listing_id, id) where state = 'WAITING';
create index order_allocations_reserved on order_allocations (order_id) where state = 'RESERVED';
create index order_allocations_verified_unit_id on order_allocations (verified_unit_id) where verified_unit_id is not null;
create index order_allocations_verified_by on order_allocations (verified_by) where verified_by is not null;
create index order_allocations_shipped_by on order_allocations (shipped_by) where shipped_by is not null;
create index order_allocations_first on order_allocations (listing_id, id) where nth = 1;
-- Serves searches by the line's own title for the few lines whose SKU the catalog doesn't know.
create index order_allocations_unlisted on order_allocations (order_id, item_id) where listing_id is null and nth = 1;

create table order_shipments (
  order_id text primary key constraint order_shipments_order_fkey references orders on delete cascade,
  ship_date timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- why the marketplace couldn't be notified, or its refusal
  failure text,
  confirmed_at timestamptz,
  entered_by bigint constraint order_shipments_entered_by_fkey references users,
  entered_at timestamptz not null,
  -- Whether the shipment was ever sent to the marketplace, which can know of it only then.
  was_sent boolean not null default false
);
create index order_shipments_entered_by on order_shipments (entered_by);
create index order_shipments_due on order_shipments (next_attempt_at) where next_attempt_at is not null;
-- Shipments that repeatedly failed to reach the marketplace; people look for them among the refused ones.
create index order_shipments_failing on order_shipments (order_id) where next_attempt_at is not null and attempts >= 3 and failure is not null;

create sequence order_package_ids;

-- The boxes of a shipment. The marketplace is notified of each box once; what the boxes share stands in order_shipments.
create table order_boxes (
  -- our own number of the package, the same in every attempt
  package_id bigint primary key default nextval('order_package_ids'),
  order_id text not null constraint order_boxes_shipment_fkey references order_shipments on delete cascade,
  nth integer not null constraint order_boxes_nth check (nth > 0),
  carrier_code text not null,
  carrier_name text,
  shipping_method text,
  tracking_number text not null,
  -- null is unknown, never 0
  weight_pounds numeric(6, 2) constraint order_boxes_weight check (weight_pounds > 0),
  length_inches numeric(5, 1) constraint order_boxes_length check (length_inches > 0),
  width_inches numeric(5, 1) constraint order_boxes_width check (width_inches > 0),
  height_inches numeric(5, 1) constraint order_boxes_height check (height_inches > 0),
  -- when the marketplace confirmed that it knows the box
  confirmed_at timestamptz,
  constraint order_boxes_key unique (order_id, nth)
);
create index order_boxes_tracking_number on order_boxes (upper(tracking_number));
create unique index order_boxes_tracking_number_key on order_boxes (order_id, upper(tracking_number));
create index order_boxes_tracking_end on order_boxes (reverse(upper(tracking_number)) text_pattern_ops);

create table order_box_items (
  package_id bigint not null constraint order_box_items_box_fkey references order_boxes on delete cascade,
  item_id text not null,
  quantity integer not null constraint order_box_items_quantity check (quantity > 0),
  primary key (package_id, item_id)
);

create table order_packages (
  order_id text not null constraint order_packages_order_fkey references orders on delete cascade,
  -- the seller's number of the package
  reference text not null,
  status text not null,
  detailed_status text,
  carrier text,
  tracking_number text,
  units integer not null constraint order_packages_units check (units >= 0),
  -- when each was first reported
  delivered_at timestamptz,
  returned_at timestamptz,
  primary key (order_id, reference)
);

-- The recipient of an order, encrypted; only for orders whose recipient a person asked for.
create table order_recipients (
  order_id text primary key constraint order_recipients_order_fkey references orders on delete cascade,
  sealed text not null,
  purge_at timestamptz not null,
  -- The version of the order that the recipient belongs to: buyers change their address. Null when unknown.
  order_updated_at timestamptz
);
create index order_recipients_purge_at on order_recipients (purge_at);

-- The history of an order.
create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null constraint order_events_order_fkey references orders on delete cascade,
  kind text not null,
  detail text not null,
  actor_id bigint constraint order_events_actor_fkey references users,
  at timestamptz not null,
  -- The page's id for a note: a retry with the same id adds it once.
  client_note_id text
);
create index order_events_order_id on order_events (order_id, id);
create index order_events_actor_id on order_events (actor_id) where actor_id is not null;
create index order_events_at on order_events (at, id);
create index order_events_actor_at on order_events (actor_id, at, id);
create index order_events_kind_at on order_events (kind, at, id);
create unique index order_events_client_note_id on order_events (client_note_id) where client_note_id is not null;

-- Notifications about an order that were already sent, once per cause.
create table order_alerts (
  order_id text not null constraint order_alerts_order_fkey references orders on delete cascade,
  cause text not null constraint order_alerts_cause_known check (cause in ('CANCEL_REQUEST', 'DUE')),
  at timestamptz not null default now(),
  primary key (order_id, cause)
);
