-- What a movement in or out is; one that takes back another counts against what that one was. A unit that gets its
-- product neither comes nor goes.
create or replace function movement_kind(change smallint, undone_change smallint, order_id text, return_grade_id bigint, receipt_id bigint, source text)
returns text language sql immutable as $$
  select case when order_id is not null then 'SHIPPED' when return_grade_id is not null then 'RETURNED' when receipt_id is not null then 'RECEIVED'
    when coalesce(undone_change, change) = -1 then 'REMOVED' when source = 'RETURN' then 'RETURNED' else 'RECEIVED' end
$$;

create or replace function sum_movements() returns trigger language plpgsql as $$
begin
  insert into movement_sums
  select date_trunc('hour', c.created_at, 'UTC'), c.kind, c.actor_id, sum(case when c.kind in ('SHIPPED', 'REMOVED') then -c.change else c.change end)
  from (
    select m.created_at, m.actor_id, m.quantity_change as change, movement_kind(m.quantity_change, o.quantity_change, coalesce(o.order_id, m.order_id),
      coalesce(o.return_grade_id, m.return_grade_id), coalesce(o.receipt_id, m.receipt_id), u.source) as kind
    from added m join units u on u.id = m.unit_id left join stock_movements o on o.id = m.undoes_movement_id
    where m.quantity_change <> 0 and m.reason_code is distinct from 'IDENTIFIED'
    union all
    select created_at, actor_id, 1, 'SCAN' from added where client_scan_id is not null and actor_id is not null
  ) c
  group by 1, 2, 3 having sum(c.change) <> 0;
  return null;
end $$;
create or replace trigger stock_movements_summed after insert on stock_movements referencing new table as added
  for each statement execute function sum_movements();

-- Beeps that make no movement of their own, or one without their id.
create or replace function sum_scans() returns trigger language plpgsql as $$
begin
  insert into movement_sums
  select date_trunc('hour', (a ->> 'created_at')::timestamptz, 'UTC'), 'SCAN', (a ->> 'actor_id')::bigint, count(*)
  from (select to_jsonb(added) as a from added) one
  where a ->> 'client_scan_id' is not null or a ->> 'kind' = 'SCAN' group by 1, 3;
  return null;
end $$;
create or replace trigger receipts_summed after insert on receipts referencing new table as added for each statement execute function sum_scans();
create or replace trigger unexpected_scans_summed after insert on unexpected_scans referencing new table as added for each statement execute function sum_scans();
create or replace trigger count_entries_summed after insert on count_entries referencing new table as added for each statement execute function sum_scans();

create or replace function sum_shipments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.shipped_at is not null and old.ship_by is not null then
    insert into shipment_sums values ((old.ship_by at time zone 'UTC')::date, -1, -(old.shipped_at > old.ship_by)::int);
  end if;
  if tg_op <> 'DELETE' and new.shipped_at is not null and new.ship_by is not null then
    insert into shipment_sums values ((new.ship_by at time zone 'UTC')::date, 1, (new.shipped_at > new.ship_by)::int);
  end if;
  return null;
end $$;
create or replace trigger orders_shipments_added after insert on orders for each row when (new.shipped_at is not null) execute function sum_shipments();
create or replace trigger orders_shipments_changed after update of shipped_at, ship_by on orders for each row
  when ((old.shipped_at, old.ship_by) is distinct from (new.shipped_at, new.ship_by)) execute function sum_shipments();
create or replace trigger orders_shipments_deleted after delete on orders for each row when (old.shipped_at is not null) execute function sum_shipments();

create or replace function case_parts(status_rank smallint, expected numeric, paid numeric, filed_at timestamptz, decided_at timestamptz, updated_at timestamptz)
returns table (kind text, day date, amount numeric) language sql immutable as $$
  select 'OPEN', null::date, expected where status_rank <= 3
  union all select 'NEEDS_PHOTOS', null, expected where status_rank = 1
  union all select 'CLAIMED', (filed_at at time zone 'UTC')::date, expected where filed_at is not null
  union all select 'PAID', (coalesce(decided_at, updated_at) at time zone 'UTC')::date, paid where paid is not null
$$;

create or replace function sum_cases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into case_sums select k.kind, k.day, count(*), coalesce(sum(k.amount), 0), count(*) filter (where k.amount is null)
    from added c cross join lateral case_parts(c.status_rank, c.expected_amount, c.paid_amount, c.filed_at, c.decided_at, c.updated_at) k group by 1, 2;
  else
    insert into case_sums select k.kind, k.day, sum(c.sign), coalesce(sum(c.sign * k.amount), 0), coalesce(sum(c.sign) filter (where k.amount is null), 0)
    from (
      select 1 as sign, status_rank, expected_amount, paid_amount, filed_at, decided_at, updated_at from added
      union all select -1, status_rank, expected_amount, paid_amount, filed_at, decided_at, updated_at from removed
    ) c cross join lateral case_parts(c.status_rank, c.expected_amount, c.paid_amount, c.filed_at, c.decided_at, c.updated_at) k
    group by 1, 2
    having sum(c.sign) <> 0 or coalesce(sum(c.sign * k.amount), 0) <> 0 or coalesce(sum(c.sign) filter (where k.amount is null), 0) <> 0;
  end if;
  return null;
end $$;
create or replace trigger return_cases_summed after insert on return_cases referencing new table as added for each statement execute function sum_cases();
create or replace trigger return_cases_summed_again after update on return_cases referencing old table as removed new table as added
  for each statement execute function sum_cases();
