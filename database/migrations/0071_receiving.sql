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
  state text not null default 'DRAFT' constraint packing_lists_state_known check (state in ('DRAFT', 'IN_TRANSIT', 'RECEIVING', 'CLOSED', 'CANCELED')),
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

create table packing_list_lines (
  packing_list_id bigint not null constraint packing_list_lines_list_fkey references packing_lists,
  purchase_order_line_id bigint not null constraint packing_list_lines_line_fkey references purchase_order_lines,
  quantity integer not null constraint packing_list_lines_quantity check (quantity between 0 and 1000000),
  -- the sum of its receipts, kept by their trigger
  received integer not null default 0 constraint packing_list_lines_received_not_negative check (received >= 0),
  damaged integer not null default 0 constraint packing_list_lines_damaged_within check (damaged between 0 and received),
  notes text,
  -- Damage is told: by what stands in the notes.
  constraint packing_list_lines_damage_told check (damaged = 0 or notes is not null),
  constraint packing_list_lines_pkey primary key (packing_list_id, purchase_order_line_id)
) with (fillfactor = 80);
create index packing_list_lines_line on packing_list_lines (purchase_order_line_id);

create function total_packing_list_lines() returns trigger language plpgsql as $$
begin
  update purchase_order_lines l set received = l.received + s.received, damaged = l.damaged + s.damaged
  from (
    select n.purchase_order_line_id, sum(n.received - o.received) as received, sum(n.damaged - o.damaged) as damaged
    from added n join removed o on o.packing_list_id = n.packing_list_id and o.purchase_order_line_id = n.purchase_order_line_id
    group by n.purchase_order_line_id having sum(n.received - o.received) <> 0 or sum(n.damaged - o.damaged) <> 0
  ) s where l.id = s.purchase_order_line_id;
  return null;
end $$;
create trigger packing_list_lines_changed after update on packing_list_lines referencing new table as added old table as removed
  for each statement execute function total_packing_list_lines();

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
  -- A line with receipts can't be taken off its list.
  constraint receipts_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines
) with (fillfactor = 90);
create index receipts_list on receipts (packing_list_id, id);
create index receipts_line on receipts (packing_list_id, purchase_order_line_id, id);
create index receipts_actor_id on receipts (actor_id);

create function total_receipts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update packing_list_lines l set received = l.received + s.quantity
    from (select packing_list_id, purchase_order_line_id, sum(quantity) as quantity from added group by 1, 2) s
    where l.packing_list_id = s.packing_list_id and l.purchase_order_line_id = s.purchase_order_line_id;
  else
    update packing_list_lines l set received = l.received + s.quantity
    from (
      select n.packing_list_id, n.purchase_order_line_id, sum(n.quantity - o.quantity) as quantity from added n join removed o on o.id = n.id group by 1, 2
    ) s
    where l.packing_list_id = s.packing_list_id and l.purchase_order_line_id = s.purchase_order_line_id;
  end if;
  return null;
end $$;
create trigger receipts_added after insert on receipts referencing new table as added for each statement execute function total_receipts();
create trigger receipts_changed after update on receipts referencing new table as added old table as removed
  for each statement execute function total_receipts();

create function forbid_receipt_loss() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt is neither deleted nor moved to another line: change its quantity';
end $$;
create trigger receipts_kept before delete or update of packing_list_id, purchase_order_line_id on receipts
  for each row execute function forbid_receipt_loss();

alter table stock_movements add column receipt_id bigint constraint stock_movements_receipt_fkey references receipts;
create index stock_movements_receipt_id on stock_movements (receipt_id) where receipt_id is not null;

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
  decision text not null constraint packing_list_decisions_decision_known check (
    case difference
      when 'SHORT' then decision in ('BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER')
      when 'OVER' then decision in ('KEEP', 'RETURN', 'PARK')
      else decision in ('CLAIM', 'KEEP')
    end
  ),
  quantity integer not null constraint packing_list_decisions_quantity_positive check (quantity > 0),
  -- what it changed of the purchase order's line, so that it can be taken back
  canceled_change integer not null default 0,
  promised_change integer not null default 0,
  actor_id bigint not null constraint packing_list_decisions_actor_fkey references users,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  constraint packing_list_decisions_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines
);
create unique index packing_list_decisions_key on packing_list_decisions (packing_list_id, purchase_order_line_id, difference) where voided_at is null;
create index packing_list_decisions_line on packing_list_decisions (packing_list_id, purchase_order_line_id);
create index packing_list_decisions_actor_id on packing_list_decisions (actor_id);

-- What a vendor owes for what did not come or came broken.
create table vendor_credits (
  id bigint generated always as identity primary key,
  decision_id bigint not null constraint vendor_credits_decision_key unique constraint vendor_credits_decision_fkey references packing_list_decisions,
  purchase_order_line_id bigint not null constraint vendor_credits_line_fkey references purchase_order_lines,
  type text not null constraint vendor_credits_type_known check (type in ('SHORT', 'DAMAGE')),
  quantity integer not null constraint vendor_credits_quantity_positive check (quantity > 0),
  -- null while the unit's cost is unknown
  amount numeric(14, 2) constraint vendor_credits_amount_not_negative check (amount >= 0),
  state text not null default 'EXPECTED' constraint vendor_credits_state_known check (state in ('EXPECTED', 'VOID')),
  created_at timestamptz not null default now()
);
create index vendor_credits_line on vendor_credits (purchase_order_line_id);

-- Who changed what of an order or a list, and how it was before.
create table purchasing_changes (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint purchasing_changes_order_fkey references purchase_orders,
  packing_list_id bigint constraint purchasing_changes_list_fkey references packing_lists,
  kind text not null,
  details jsonb not null,
  actor_id bigint not null constraint purchasing_changes_actor_fkey references users,
  created_at timestamptz not null default now()
);
create index purchasing_changes_order on purchasing_changes (purchase_order_id, id);
create index purchasing_changes_list on purchasing_changes (packing_list_id, id) where packing_list_id is not null;
create index purchasing_changes_actor_id on purchasing_changes (actor_id);
