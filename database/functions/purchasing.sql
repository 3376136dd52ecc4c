-- What changed is summed up without laying each changed row beside what it was: the plan for that is made when a
-- connection first changes a line, for one row, and takes the square of thousands.
create or replace function total_purchase_orders() returns trigger language plpgsql as $$
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
      backordered = p.backordered + s.backordered, canceled = p.canceled + s.canceled, over = p.over + s.over, open = p.open + s.open, last_activity_at = now()
    from (
      select purchase_order_id, sum(sign * ordered) as ordered, sum(sign * received) as received, sum(sign * damaged) as damaged,
        sum(sign * backordered) as backordered, sum(sign * canceled) as canceled, sum(sign * over) as over, sum(sign * open) as open
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed group by purchase_order_id
    ) s where p.id = s.purchase_order_id;
  end if;
  return null;
end $$;
create or replace trigger purchase_order_lines_added after insert on purchase_order_lines referencing new table as added
  for each statement execute function total_purchase_orders();
create or replace trigger purchase_order_lines_changed after update on purchase_order_lines referencing new table as added old table as removed
  for each statement execute function total_purchase_orders();

-- A line that was ordered is never forgotten, nor does it move to another order: the totals would not hear of it.
create or replace function forbid_purchase_order_line_loss() returns trigger language plpgsql as $$
begin
  raise exception 'a purchase order line is neither deleted nor moved to another order: cancel what will not come';
end $$;
create or replace trigger purchase_order_lines_kept before delete or update of purchase_order_id on purchase_order_lines
  for each row execute function forbid_purchase_order_line_loss();

create or replace function total_packing_list_lines() returns trigger language plpgsql as $$
begin
  update purchase_order_lines l set received = l.received + s.received, damaged = l.damaged + s.damaged
  from (
    select purchase_order_line_id, sum(sign * received) as received, sum(sign * damaged) as damaged
    from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed
    group by purchase_order_line_id having sum(sign * received) <> 0 or sum(sign * damaged) <> 0
  ) s where l.id = s.purchase_order_line_id;
  return null;
end $$;
create or replace trigger packing_list_lines_changed after update on packing_list_lines referencing new table as added old table as removed
  for each statement execute function total_packing_list_lines();

create or replace function total_receipts() returns trigger language plpgsql as $$
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
create or replace trigger receipts_added after insert on receipts referencing new table as added for each statement execute function total_receipts();
create or replace trigger receipts_changed after update on receipts referencing new table as added old table as removed
  for each statement execute function total_receipts();

create or replace function forbid_receipt_loss() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt is neither deleted nor moved to another line: change its quantity';
end $$;
create or replace trigger receipts_kept before delete or update of packing_list_id, purchase_order_line_id on receipts
  for each row execute function forbid_receipt_loss();

create or replace function guard_told_damage() returns trigger language plpgsql as $$
begin
  if not exists (select from photos where line_id = new.purchase_order_line_id and deleted_at is null) then
    raise exception 'damage is told by a note or by a photo';
  end if;
  return null;
end $$;
create or replace trigger packing_list_lines_damage_told after insert or update of damaged, notes on packing_list_lines
  for each row when (new.damaged > 0 and new.notes is null) execute function guard_told_damage();
