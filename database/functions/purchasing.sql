-- A scan of receiving, and the correction of a receipt (quantity 0 voids it), is one write of `receipts`; triggers carry it on:
--
--   receipts              total_receipts                      adds the quantity to the packing list's line
--   packing_list_lines    total_packing_list_lines            adds received and damaged to the purchase order's line
--   purchase_order_lines  total_purchase_orders_and_rematch   adds to purchase_orders and purchase_order_money;
--                                                             for an order with invoices it calls match_orders (invoicing-matching.sql)
--
-- The functions stand in this order. Each trigger runs once per statement.

-- Adds receipts to their packing list lines, and their scans to the sums of the dashboard.
create or replace function total_receipts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update packing_list_lines l set received = l.received + s.quantity
    from (select packing_list_id, purchase_order_line_id, sum(quantity) as quantity from added group by 1, 2) s
    where l.packing_list_id = s.packing_list_id and l.purchase_order_line_id = s.purchase_order_line_id;
    insert into movement_sums
    select date_trunc('hour', created_at, 'UTC'), 'SCAN', actor_id, count(*) from added where client_scan_id is not null group by 1, 3;
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

create or replace trigger receipts_kept before delete or update of packing_list_id, purchase_order_line_id on receipts
  for each row execute function refuse_change('a receipt is neither deleted nor moved to another line: change its quantity');

-- Adds the receipts and damage of packing lists to their purchase order lines.
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

create or replace function refuse_line_change() returns void language plpgsql as $$
begin
  raise exception 'a purchase order line is neither deleted nor moved to another order: cancel the missing units instead' using errcode = 'check_violation';
end $$;

-- Keeps the totals of purchase orders, and the amounts that depend on their lines. Matches the invoices of changed orders again.
create or replace function total_purchase_orders_and_rematch() returns trigger language plpgsql as $$
declare
  invoiced bigint[];
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
    update purchase_order_money m set ordered = m.ordered + s.ordered, received = m.received + s.received
    from (
      select purchase_order_id, coalesce(sum(line_amount(a.ordered, a.unit_cost)), 0) as ordered, coalesce(sum(line_amount(a.received - a.damaged, a.unit_cost)), 0) as received
      from added a group by 1
    ) s where m.purchase_order_id = s.purchase_order_id and (s.ordered <> 0 or s.received <> 0);
  else
    if exists (select id, purchase_order_id from added except select id, purchase_order_id from removed) then perform refuse_line_change(); end if;
    -- Old and new rows are summed, here and below, not joined: the plan of a join is made for one row, when a connection first changes a line,
    -- and would take the square of thousands.
    update purchase_orders p set ordered = p.ordered + s.ordered, received = p.received + s.received, damaged = p.damaged + s.damaged,
      backordered = p.backordered + s.backordered, canceled = p.canceled + s.canceled, over = p.over + s.over, open = p.open + s.open, last_activity_at = now()
    from (
      select purchase_order_id, sum(sign * ordered) as ordered, sum(sign * received) as received, sum(sign * damaged) as damaged,
        sum(sign * backordered) as backordered, sum(sign * canceled) as canceled, sum(sign * over) as over, sum(sign * open) as open
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed group by purchase_order_id
    ) s where p.id = s.purchase_order_id;
    -- Most orders have no invoice yet: their amounts are added up. The others are matched again.
    update purchase_order_money m set ordered = m.ordered + s.ordered, received = m.received + s.received
    from (
      select purchase_order_id, coalesce(sum(sign * line_amount(ordered, unit_cost)), 0) as ordered,
        coalesce(sum(sign * line_amount(received - damaged, unit_cost)), 0) as received
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed group by purchase_order_id
    ) s where m.purchase_order_id = s.purchase_order_id and not m.has_invoices and (s.ordered <> 0 or s.received <> 0);
    select array_agg(distinct purchase_order_id) into invoiced
    from (
      select purchase_order_id from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed
      group by purchase_order_id, id, ordered, received, damaged, unit_cost having sum(sign) <> 0
    ) changed join purchase_order_money m using (purchase_order_id)
    where m.has_invoices;
    if invoiced is not null then perform match_orders(invoiced); end if;
  end if;
  return null;
end $$;
create or replace trigger purchase_order_lines_added after insert on purchase_order_lines referencing new table as added
  for each statement execute function total_purchase_orders_and_rematch();
create or replace trigger purchase_order_lines_changed after update on purchase_order_lines referencing new table as added old table as removed
  for each statement execute function total_purchase_orders_and_rematch();

-- Subtracts deleted lines. The undo of a file deletes the lines that it added, as long as nothing has happened to them. Foreign keys refuse the
-- rest.
create or replace function subtract_purchase_order_lines() returns trigger language plpgsql as $$
declare
  invoiced bigint[];
begin
  if exists (select from removed where received <> 0 or canceled <> 0 or promised <> 0) then perform refuse_line_change(); end if;
  update purchase_orders p set lines = p.lines - s.lines, ordered = p.ordered - s.ordered, open = p.open - s.open, last_activity_at = now()
  from (select purchase_order_id, count(*) as lines, sum(ordered) as ordered, sum(open) as open from removed group by purchase_order_id) s
  where p.id = s.purchase_order_id;
  update purchase_order_money m set ordered = m.ordered - s.ordered
  from (select purchase_order_id, coalesce(sum(line_amount(ordered, unit_cost)), 0) as ordered from removed group by purchase_order_id) s
  where m.purchase_order_id = s.purchase_order_id and not m.has_invoices and s.ordered <> 0;
  select array_agg(distinct r.purchase_order_id) into invoiced
  from removed r join purchase_order_money m on m.purchase_order_id = r.purchase_order_id where m.has_invoices;
  if invoiced is not null then perform match_orders(invoiced); end if;
  return null;
end $$;
create or replace trigger purchase_order_lines_removed after delete on purchase_order_lines referencing old table as removed
  for each statement execute function subtract_purchase_order_lines();
