-- Announced shipments of a purchase order.
create table packing_lists (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint packing_lists_order_fkey references purchase_orders,
  -- its number within the purchase order
  number integer not null,
  label text not null constraint packing_lists_label_length check (length(label) between 1 and 100),
  shipment_id text not null constraint packing_lists_shipment_length check (length(shipment_id) between 1 and 100),
  carrier text,
  tracking_number text,
  expected_on date,
  boxes integer constraint packing_lists_boxes_positive check (boxes > 0),
  notes text,
  -- RECEIVED isn't stored: it is RECEIVING with nothing outstanding.
  state text not null default 'DRAFT'
    constraint packing_lists_state_known check (state in ('DRAFT', 'IN_TRANSIT', 'RECEIVING', 'CLOSED', 'CANCELED')),
  -- the page's id: a retry with the same id counts once
  client_id text constraint packing_lists_client_id_key unique,
  created_by bigint not null constraint packing_lists_created_by_fkey references users,
  created_at timestamptz not null default now(),
  closed_by bigint constraint packing_lists_closed_by_fkey references users,
  closed_at timestamptz,
  constraint packing_lists_number_key unique (purchase_order_id, number)
);
create index packing_lists_created_by on packing_lists (created_by);
create index packing_lists_closed_by on packing_lists (closed_by) where closed_by is not null;
create index packing_lists_shipment_start on packing_lists (upper(shipment_id) text_pattern_ops);
create index packing_lists_tracking_start on packing_lists (upper(tracking_number) text_pattern_ops) where tracking_number is not null;
create index packing_lists_receiving on packing_lists (id) where state = 'RECEIVING';
create index packing_lists_tracking_end on packing_lists (reverse(upper(tracking_number)) text_pattern_ops) where tracking_number is not null;
create index packing_lists_label_start on packing_lists (upper(label) text_pattern_ops, id);
alter table purchasing_changes add constraint purchasing_changes_list_fkey foreign key (packing_list_id) references packing_lists;

create table packing_list_lines (
  packing_list_id bigint not null constraint packing_list_lines_list_fkey references packing_lists,
  purchase_order_line_id bigint not null constraint packing_list_lines_line_fkey references purchase_order_lines,
  quantity integer not null constraint packing_list_lines_quantity check (quantity between 0 and 1000000),
  -- the sum of its receipts, updated by a trigger
  received integer not null default 0 constraint packing_list_lines_received_not_negative check (received >= 0),
  damaged integer not null default 0,
  notes text,
  primary key (packing_list_id, purchase_order_line_id),
  constraint packing_list_lines_damaged_within check (damaged between 0 and received)
) with (fillfactor = 80);
create index packing_list_lines_line on packing_list_lines (purchase_order_line_id);

-- Codes that a person assigned to a line of the list: the next scan of the code counts for that line.
create table packing_list_codes (
  packing_list_id bigint not null,
  code_key text not null constraint packing_list_codes_upper check (code_key = upper(code_key)),
  purchase_order_line_id bigint not null,
  primary key (packing_list_id, code_key),
  constraint packing_list_codes_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines on delete cascade
);
create index packing_list_codes_line on packing_list_codes (packing_list_id, purchase_order_line_id);

-- The packing slip or its picture: one small file per list.
create table packing_list_files (
  packing_list_id bigint primary key constraint packing_list_files_list_fkey references packing_lists,
  name text not null constraint packing_list_files_name_length check (length(name) between 1 and 200),
  content bytea not null constraint packing_list_files_size check (length(content) between 1 and 10485760),
  uploaded_by bigint not null constraint packing_list_files_uploaded_by_fkey references users,
  uploaded_at timestamptz not null default now()
);
create index packing_list_files_uploaded_by on packing_list_files (uploaded_by);

-- One scan, or a number that a person entered instead. The units that it added are those whose movements name it.
create table receipts (
  id bigint generated always as identity primary key,
  packing_list_id bigint not null,
  purchase_order_line_id bigint not null,
  scanned_code text not null,
  quantity integer not null constraint receipts_quantity check (quantity between 0 and 99999),
  -- the page's id for this scan: a retry with the same id counts once
  client_scan_id text constraint receipts_client_scan_id_key unique,
  actor_id bigint not null constraint receipts_actor_fkey references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The line's total including this scan, so that the history can be read page by page at the same cost. Changing an older scan updates the
  -- few later scans of its line.
  running_total integer not null,
  -- A line with receipts can't be removed from its list.
  constraint receipts_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines,
  constraint receipts_running_total check (running_total >= quantity)
) with (fillfactor = 90);
create index receipts_list on receipts (packing_list_id, id);
create index receipts_line on receipts (packing_list_id, purchase_order_line_id, id);
create index receipts_actor_id on receipts (actor_id);
-- Serves the scans of one code and the newest of them, which can be changed.
create index receipts_code on receipts (packing_list_id, upper(scanned_code), id);
-- Serves the lines on which a code was scanned, and whether a scan completed its line.
create index receipts_code_line on receipts (packing_list_id, upper(scanned_code), purchase_order_line_id, running_total);
alter table stock_movements add constraint stock_movements_receipt_fkey foreign key (receipt_id) references receipts;

-- Scans of codes that are on no line of the list, one row per scan, until a person decides what they are.
create table unexpected_scans (
  id bigint generated always as identity primary key,
  packing_list_id bigint not null constraint unexpected_scans_list_fkey references packing_lists,
  scanned_code text not null,
  client_scan_id text constraint unexpected_scans_client_scan_id_key unique,
  actor_id bigint not null constraint unexpected_scans_actor_fkey references users,
  created_at timestamptz not null default now(),
  -- RECEIVED on a line, PARKED in quarantine, or DISMISSED as a mistake
  outcome text constraint unexpected_scans_outcome_known check (outcome in ('RECEIVED', 'PARKED', 'DISMISSED')),
  settled_by bigint constraint unexpected_scans_settled_by_fkey references users,
  settled_at timestamptz,
  constraint unexpected_scans_settled check (num_nulls(outcome, settled_by, settled_at) in (0, 3))
);
create index unexpected_scans_list on unexpected_scans (packing_list_id, id);
create index unexpected_scans_actor_id on unexpected_scans (actor_id);
create index unexpected_scans_settled_by on unexpected_scans (settled_by) where settled_by is not null;

-- Decisions made when a list was closed, for each short, over or damaged line. Reopening the list reverses them.
create table packing_list_decisions (
  id bigint generated always as identity primary key,
  packing_list_id bigint not null,
  purchase_order_line_id bigint not null,
  difference text not null constraint packing_list_decisions_difference_known check (difference in ('SHORT', 'OVER', 'DAMAGED')),
  decision text not null,
  quantity integer not null constraint packing_list_decisions_quantity_positive check (quantity > 0),
  -- the change of the purchase order line, so that it can be reversed
  canceled_change integer not null default 0,
  promised_change integer not null default 0,
  actor_id bigint not null constraint packing_list_decisions_actor_fkey references users,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  -- The line's received units at that moment: with them the decisions of a line are recalculated in order when an earlier one is reversed.
  received_before integer not null constraint packing_list_decisions_received_not_negative check (received_before >= 0),
  constraint packing_list_decisions_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines,
  constraint packing_list_decisions_decision_known check (
    case difference
      when 'SHORT' then decision in ('BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER')
      when 'OVER' then decision in ('KEEP', 'RETURN', 'PARK')
      else decision in ('CLAIM', 'KEEP')
    end
  )
);
create unique index packing_list_decisions_key on packing_list_decisions (packing_list_id, purchase_order_line_id, difference) where voided_at is null;
create index packing_list_decisions_line on packing_list_decisions (packing_list_id, purchase_order_line_id);
create index packing_list_decisions_actor_id on packing_list_decisions (actor_id);
create index packing_list_decisions_standing on packing_list_decisions (purchase_order_line_id, id) where voided_at is null;

-- Units that a decision put in quarantine: reopening the list takes back those that are still there.
create table packing_list_set_aside_units (
  decision_id bigint not null constraint packing_list_set_aside_units_decision_fkey references packing_list_decisions,
  unit_id bigint not null constraint packing_list_set_aside_units_unit_fkey references units,
  primary key (decision_id, unit_id)
);
create index packing_list_set_aside_units_unit on packing_list_set_aside_units (unit_id);
