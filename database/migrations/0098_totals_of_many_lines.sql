-- What changed is summed up without laying each changed row beside what it was: the plan for that is made when a connection
-- first changes a line, for one row, and takes the square of thousands.
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
      backordered = p.backordered + s.backordered, canceled = p.canceled + s.canceled, over = p.over + s.over, open = p.open + s.open, touched_at = now()
    from (
      select purchase_order_id, sum(sign * ordered) as ordered, sum(sign * received) as received, sum(sign * damaged) as damaged,
        sum(sign * backordered) as backordered, sum(sign * canceled) as canceled, sum(sign * over) as over, sum(sign * open) as open
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed group by purchase_order_id
    ) s where p.id = s.purchase_order_id;
  end if;
  return null;
end $$;

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
