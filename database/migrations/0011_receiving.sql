-- What came of what was ordered: packing lists, receipts, and what was decided when a list was closed.
create table packing_lists (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint packing_lists_order_fkey references purchase_orders,
  -- which one of its purchase order
  number integer not null,
  label text not null constraint packing_lists_label_length check (length(label) between 1 and 100),
  shipment_id text not null constraint packing_lists_shipment_length check (length(shipment_id) between 1 and 100),
  carrier text,
  tracking_number text,
  expected_on date,
  boxes integer constraint packing_lists_boxes_positive check (boxes > 0),
  notes text,
  -- RECEIVED is RECEIVING with nothing left to come: it is not kept.
  state text not null default 'DRAFT'
    constraint packing_lists_state_known check (state in ('DRAFT', 'IN_TRANSIT', 'RECEIVING', 'CLOSED', 'CANCELED')),
  -- the id that the page gave it: what makes a retry count once
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
  -- the sum of its receipts, kept by their trigger
  received integer not null default 0 constraint packing_list_lines_received_not_negative check (received >= 0),
  damaged integer not null default 0,
  notes text,
  primary key (packing_list_id, purchase_order_line_id),
  constraint packing_list_lines_damaged_within check (damaged between 0 and received)
) with (fillfactor = 80);
create index packing_list_lines_line on packing_list_lines (purchase_order_line_id);

-- What somebody said that a code is on a list: the next beep of it is that line, too.
create table packing_list_codes (
  packing_list_id bigint not null,
  code_key text not null constraint packing_list_codes_upper check (code_key = upper(code_key)),
  purchase_order_line_id bigint not null,
  primary key (packing_list_id, code_key),
  constraint packing_list_codes_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines on delete cascade
);
create index packing_list_codes_line on packing_list_codes (packing_list_id, purchase_order_line_id);

-- The paper that came with a shipment, or its picture: one small file of a list, kept and saved with it.
create table packing_list_files (
  packing_list_id bigint primary key constraint packing_list_files_list_fkey references packing_lists,
  name text not null constraint packing_list_files_name_length check (length(name) between 1 and 200),
  content bytea not null constraint packing_list_files_size check (length(content) between 1 and 10485760),
  uploaded_by bigint not null constraint packing_list_files_uploaded_by_fkey references users,
  uploaded_at timestamptz not null default now()
);
create index packing_list_files_uploaded_by on packing_list_files (uploaded_by);

-- One beep, or a number that somebody typed in its place. The units that it brought are those whose movements name it.
create table receipts (
  id bigint generated always as identity primary key,
  packing_list_id bigint not null,
  purchase_order_line_id bigint not null,
  scanned_code text not null,
  quantity integer not null constraint receipts_quantity check (quantity between 0 and 99999),
  -- the id that a scanning page gave this scan: what makes a retry count once
  client_scan_id text constraint receipts_client_scan_id_key unique,
  actor_id bigint not null constraint receipts_actor_fkey references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The history of a list is read page by page, at the same cost at any length: each scan keeps what its line had come
  -- to with it. Changing an older scan's number changes those behind it on the line, which are few.
  running_total integer not null,
  -- A line with receipts can't be taken off its list.
  constraint receipts_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines,
  constraint receipts_running_total check (running_total >= quantity)
) with (fillfactor = 90);
create index receipts_list on receipts (packing_list_id, id);
create index receipts_line on receipts (packing_list_id, purchase_order_line_id, id);
create index receipts_actor_id on receipts (actor_id);
-- The newest scan of a code, whose number can be changed; and the scans of one code.
create index receipts_code on receipts (packing_list_id, upper(scanned_code), id);
-- Which lines a code was scanned on, and whether one of its scans completed its line.
create index receipts_code_line on receipts (packing_list_id, upper(scanned_code), purchase_order_line_id, running_total);
alter table stock_movements add constraint stock_movements_receipt_fkey foreign key (receipt_id) references receipts;

-- What was scanned and is on no line of the list, a row per beep, until somebody says what it is.
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

-- What closing a list decided of each line that was short, over or damaged. Reopening the list takes it back.
create table packing_list_decisions (
  id bigint generated always as identity primary key,
  packing_list_id bigint not null,
  purchase_order_line_id bigint not null,
  difference text not null constraint packing_list_decisions_difference_known check (difference in ('SHORT', 'OVER', 'DAMAGED')),
  decision text not null,
  quantity integer not null constraint packing_list_decisions_quantity_positive check (quantity > 0),
  -- what it changed of the purchase order's line, so that it can be taken back
  canceled_change integer not null default 0,
  promised_change integer not null default 0,
  actor_id bigint not null constraint packing_list_decisions_actor_fkey references users,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  -- What had come of the order's line when a decision was made: with it the decisions of a line can be worked out again
  -- in their order after an earlier one was taken back.
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

-- The units that a decision put in quarantine: opening the list again takes back those that are still there.
create table packing_list_set_aside_units (
  decision_id bigint not null constraint packing_list_set_aside_units_decision_fkey references packing_list_decisions,
  unit_id bigint not null constraint packing_list_set_aside_units_unit_fkey references units,
  primary key (decision_id, unit_id)
);
create index packing_list_set_aside_units_unit on packing_list_set_aside_units (unit_id);
