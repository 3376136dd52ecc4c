-- Files of purchase orders that people uploaded.
create table purchase_order_uploads (
  id bigint generated always as identity primary key,
  file_name text not null,
  state text not null default 'STAGED' constraint purchase_order_uploads_state_known check (state in ('STAGED', 'APPLIED')),
  row_count integer not null default 0,
  rejected_count integer not null default 0,
  created_by bigint not null constraint purchase_order_uploads_created_by_fkey references users,
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
create index purchase_order_uploads_created_by on purchase_order_uploads (created_by);

-- A file's rows until they are saved. Unlogged: a crash loses only what can be uploaded again.
create unlogged table purchase_order_upload_rows (
  upload_id bigint not null,
  row_number integer not null,
  po_number text not null,
  vendor text,
  gtin text,
  supplier_sku text not null,
  product_name text not null,
  ordered integer,
  unit_cost numeric(13, 4),
  expected_on date,
  -- Why the row is rejected: [{field, message}].
  errors jsonb,
  primary key (upload_id, row_number)
);

create table purchase_orders (
  id bigint generated always as identity primary key,
  po_number text not null constraint purchase_orders_number_length check (length(po_number) between 1 and 64),
  vendor text constraint purchase_orders_vendor_length check (length(vendor) between 1 and 200),
  upload_id bigint not null,
  created_by bigint not null constraint purchase_orders_created_by_fkey references users,
  created_at timestamptz not null default now(),
  -- The last receipt or edit.
  last_activity_at timestamptz not null default now(),
  -- The sums of its lines, updated by a trigger.
  lines integer not null default 0,
  ordered bigint not null default 0,
  received bigint not null default 0,
  damaged bigint not null default 0,
  backordered bigint not null default 0,
  canceled bigint not null default 0,
  over bigint not null default 0,
  open bigint not null default 0,
  -- Nothing is outstanding.
  is_settled boolean not null generated always as (open = 0 and backordered = 0) stored,
  constraint purchase_orders_balance check (ordered + over = received + backordered + canceled + open)
) with (fillfactor = 80);
create unique index purchase_orders_number_key on purchase_orders (upper(po_number));
create index purchase_orders_created_by on purchase_orders (created_by);
create index purchase_orders_unsettled on purchase_orders (id) where not is_settled;
create index purchase_orders_search on purchase_orders using gin (upper(po_number || ' ' || coalesce(vendor, '')) gin_trgm_ops);
create index purchase_orders_vendor on purchase_orders (upper(vendor), id) include (vendor);
create index purchase_orders_number_start on purchase_orders (upper(po_number) text_pattern_ops);
create index purchase_orders_vendor_start on purchase_orders (upper(vendor) text_pattern_ops, id) where vendor is not null;
create index purchase_orders_number_end on purchase_orders (reverse(upper(po_number)) text_pattern_ops);

-- What is outstanding follows from five numbers: ordered, received, canceled (will never come) and promised (the vendor will still ship it,
-- as decided when a packing list was closed).
create table purchase_order_lines (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint purchase_order_lines_order_fkey references purchase_orders,
  line_number integer not null,
  gtin text not null constraint purchase_order_lines_gtin_shape check (gtin ~ '^[0-9]{14}$'),
  supplier_sku text not null constraint purchase_order_lines_sku_length check (length(supplier_sku) between 1 and 100),
  product_name text not null constraint purchase_order_lines_name_length check (length(product_name) between 1 and 500),
  -- null is unknown, never 0
  unit_cost numeric(13, 4) constraint purchase_order_lines_cost_not_negative check (unit_cost >= 0),
  expected_on date,
  -- why a person added it after the file
  added_reason text,
  ordered integer not null constraint purchase_order_lines_ordered_not_negative check (ordered >= 0),
  received integer not null default 0 constraint purchase_order_lines_received_not_negative check (received >= 0),
  damaged integer not null default 0,
  canceled integer not null default 0,
  promised integer not null default 0 constraint purchase_order_lines_promised_not_negative check (promised >= 0),
  over integer not null generated always as (greatest(received + canceled - ordered, 0)) stored,
  backordered integer not null generated always as (least(promised, greatest(ordered - canceled - received, 0))) stored,
  open integer not null generated always as (greatest(ordered - canceled - received - promised, 0)) stored,
  constraint purchase_order_lines_damaged_within check (damaged between 0 and received),
  constraint purchase_order_lines_canceled_within check (canceled between 0 and ordered),
  constraint purchase_order_lines_balance check (ordered + over = received + backordered + canceled + open)
) with (fillfactor = 80);
create unique index purchase_order_lines_sku_key on purchase_order_lines (purchase_order_id, upper(supplier_sku));
create index purchase_order_lines_gtin on purchase_order_lines (purchase_order_id, gtin);
create index purchase_order_lines_expected_on on purchase_order_lines (expected_on) where expected_on is not null;
-- Serves a product's page, which reads the newest lines.
create index purchase_order_lines_of_gtin on purchase_order_lines (gtin, id);

-- The history of purchase orders and packing lists: who changed what, and the values before.
create table purchasing_changes (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint purchasing_changes_order_fkey references purchase_orders,
  packing_list_id bigint,
  kind text not null,
  details jsonb not null,
  actor_id bigint not null constraint purchasing_changes_actor_fkey references users,
  created_at timestamptz not null default now()
);
create index purchasing_changes_order on purchasing_changes (purchase_order_id, id);
create index purchasing_changes_list on purchasing_changes (packing_list_id, id) where packing_list_id is not null;
create index purchasing_changes_at on purchasing_changes (created_at, id);
create index purchasing_changes_actor_at on purchasing_changes (actor_id, created_at, id);
create index purchasing_changes_kind_at on purchasing_changes (kind, created_at, id);
