-- The kind of a movement in or out. A movement that reverses another one counts against the kind of that one.
create or replace function movement_kind(change smallint, undone_change smallint, order_id text, return_grade_id bigint, receipt_id bigint, source text)
returns text language sql immutable as $$
  select case when order_id is not null then 'SHIPPED' when return_grade_id is not null then 'RETURNED' when receipt_id is not null then 'RECEIVED'
    when coalesce(undone_change, change) = -1 then 'REMOVED' when source = 'RETURN' then 'RETURNED' else 'RECEIVED' end
$$;

-- Sums movements and scans by hour and person. Identifying a unit moves nothing. A unit received by a scan is one row: SCANNED.
create or replace function sum_movements() returns trigger language plpgsql as $$
begin
  -- Scans into a location, without the look-ups that other movements need: they are frequent, and the plan below starts slowly.
  if not exists (
    select from added where type <> 'ADD' or actor_id is null or client_scan_id is null
      or num_nonnulls(reason_code, order_id, return_grade_id, receipt_id, undoes_movement_id) > 0
  ) then
    insert into movement_sums select date_trunc('hour', created_at, 'UTC'), 'SCANNED', actor_id, count(*) from added group by 1, 3;
    return null;
  end if;
  insert into movement_sums
  select date_trunc('hour', m.created_at, 'UTC'), s.kind, m.actor_id, sum(s.change)
  from (
    select m.created_at, m.actor_id, m.quantity_change as change, m.client_scan_id is not null and m.actor_id is not null as is_scan,
      case when m.quantity_change <> 0 and m.reason_code is distinct from 'IDENTIFIED' then movement_kind(m.quantity_change, o.quantity_change,
        coalesce(o.order_id, m.order_id), coalesce(o.return_grade_id, m.return_grade_id), coalesce(o.receipt_id, m.receipt_id), u.source) end as kind
    from added m join units u on u.id = m.unit_id left join stock_movements o on o.id = m.undoes_movement_id
  ) m cross join lateral (
    select 'SCANNED' as kind, 1 as change where m.is_scan and m.kind = 'RECEIVED' and m.change = 1
    union all
    select m.kind, case when m.kind in ('SHIPPED', 'REMOVED') then -m.change else m.change end
    where m.kind is not null and not (m.is_scan and m.kind = 'RECEIVED' and m.change = 1)
    union all
    select 'SCAN', 1 where m.is_scan and not coalesce(m.kind = 'RECEIVED' and m.change = 1, false)
  ) s
  group by 1, 2, 3 having sum(s.change) <> 0;
  return null;
end $$;
create or replace trigger stock_movements_summed after insert on stock_movements referencing new table as added
  for each statement execute function sum_movements();

-- Sums scans that make no movement of their own, or one without their id. Receipts: see total_receipts.
create or replace function sum_scans() returns trigger language plpgsql as $$
begin
  insert into movement_sums
  select date_trunc('hour', (a ->> 'created_at')::timestamptz, 'UTC'), 'SCAN', (a ->> 'actor_id')::bigint, count(*)
  from (select to_jsonb(added) as a from added) one
  where a ->> 'client_scan_id' is not null or a ->> 'kind' = 'SCAN' group by 1, 3;
  return null;
end $$;
create or replace trigger unexpected_scans_summed after insert on unexpected_scans referencing new table as added for each statement execute function sum_scans();
create or replace trigger count_entries_summed after insert on count_entries referencing new table as added for each statement execute function sum_scans();
