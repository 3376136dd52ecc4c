-- What was ordered from vendors, and the files that said so.

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

-- A file's rows until they are saved. Unlogged: a crash loses what was not yet saved, and the file is chosen again.
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
  -- Why it is not taken: [{field, message}].
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
  touched_at timestamptz not null default now(),
  -- The sums of its lines, kept by their trigger.
  lines integer not null default 0,
  ordered bigint not null default 0,
  received bigint not null default 0,
  damaged bigint not null default 0,
  backordered bigint not null default 0,
  canceled bigint not null default 0,
  over bigint not null default 0,
  open bigint not null default 0,
  -- Nothing is to come any more.
  is_settled boolean not null generated always as (open = 0 and backordered = 0) stored,
  constraint purchase_orders_balance check (ordered + over = received + backordered + canceled + open)
) with (fillfactor = 80);
create unique index purchase_orders_number_key on purchase_orders (upper(po_number));
create index purchase_orders_created_by on purchase_orders (created_by);
create index purchase_orders_vendor on purchase_orders (upper(vendor), id);
create index purchase_orders_unsettled on purchase_orders (id) where not is_settled;
create index purchase_orders_search on purchase_orders using gin (upper(po_number || ' ' || coalesce(vendor, '')) gin_trgm_ops);

-- What is to come of each line follows from five numbers, whichever way they came about: ordered, received, canceled
-- (will never come), and promised (what the vendor will still ship, as was decided when a packing list was closed).
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
  -- why it was added after the file
  added_reason text,
  ordered integer not null constraint purchase_order_lines_ordered_not_negative check (ordered >= 0),
  received integer not null default 0 constraint purchase_order_lines_received_not_negative check (received >= 0),
  damaged integer not null default 0 constraint purchase_order_lines_damaged_within check (damaged between 0 and received),
  canceled integer not null default 0 constraint purchase_order_lines_canceled_within check (canceled between 0 and ordered),
  promised integer not null default 0 constraint purchase_order_lines_promised_not_negative check (promised >= 0),
  over integer not null generated always as (greatest(received + canceled - ordered, 0)) stored,
  backordered integer not null generated always as (least(promised, greatest(ordered - canceled - received, 0))) stored,
  open integer not null generated always as (greatest(ordered - canceled - received - promised, 0)) stored,
  constraint purchase_order_lines_balance check (ordered + over = received + backordered + canceled + open)
) with (fillfactor = 80);
create unique index purchase_order_lines_sku_key on purchase_order_lines (purchase_order_id, upper(supplier_sku));
create index purchase_order_lines_gtin on purchase_order_lines (purchase_order_id, gtin);

create function total_purchase_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update purchase_orders p set lines = p.lines + s.lines, ordered = p.ordered + s.ordered, received = p.received + s.received,
      damaged = p.damaged + s.damaged, backordered = p.backordered + s.backordered, canceled = p.canceled + s.canceled,
      over = p.over + s.over, open = p.open + s.open
    from (
      select purchase_order_id, count(*) as lines, sum(ordered) as ordered, sum(received) as received, sum(damaged) as damaged,
        sum(backordered) as backordered, sum(canceled) as canceled, sum(over) as over, sum(open) as open
      from added group by purchase_order_id
    ) s where p.id = s.purchase_order_id;
  else
    update purchase_orders p set ordered = p.ordered + s.ordered, received = p.received + s.received, damaged = p.damaged + s.damaged,
      backordered = p.backordered + s.backordered, canceled = p.canceled + s.canceled, over = p.over + s.over, open = p.open + s.open, touched_at = now()
    from (
      select n.purchase_order_id, sum(n.ordered - o.ordered) as ordered, sum(n.received - o.received) as received, sum(n.damaged - o.damaged) as damaged,
        sum(n.backordered - o.backordered) as backordered, sum(n.canceled - o.canceled) as canceled, sum(n.over - o.over) as over, sum(n.open - o.open) as open
      from added n join removed o on o.id = n.id group by n.purchase_order_id
    ) s where p.id = s.purchase_order_id;
  end if;
  return null;
end $$;
create trigger purchase_order_lines_added after insert on purchase_order_lines referencing new table as added
  for each statement execute function total_purchase_orders();
create trigger purchase_order_lines_changed after update on purchase_order_lines referencing new table as added old table as removed
  for each statement execute function total_purchase_orders();

-- A line that was ordered is never forgotten, nor does it move to another order: the totals would not hear of it.
create function forbid_purchase_order_line_loss() returns trigger language plpgsql as $$
begin
  raise exception 'a purchase order line is neither deleted nor moved to another order: cancel what will not come';
end $$;
create trigger purchase_order_lines_kept before delete or update of purchase_order_id on purchase_order_lines
  for each row execute function forbid_purchase_order_line_loss();
