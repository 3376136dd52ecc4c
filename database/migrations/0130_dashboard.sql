-- What the dashboard adds up, so that it costs no more as the tables grow. Changes are appended, so that nobody waits for
-- anybody; a task adds them up every few minutes, and a reader sees them before or after it.

-- Units in and out, and scans, by hour and person. In less out is how the stock changed.
create table movement_sums (
  hour timestamptz not null,
  kind text not null constraint movement_sums_kind_known check (kind in ('RECEIVED', 'RETURNED', 'SHIPPED', 'REMOVED', 'SCAN')),
  actor_id bigint,
  quantity bigint not null
);
create index movement_sums_hour on movement_sums (hour);

-- What a movement in or out is; one that takes back another counts against what that one was. A unit that gets its product
-- neither comes nor goes.
create function movement_kind(change smallint, undone_change smallint, order_id text, return_grade_id bigint, receipt_id bigint, source text)
returns text language sql immutable as $$
  select case when order_id is not null then 'SHIPPED' when return_grade_id is not null then 'RETURNED' when receipt_id is not null then 'RECEIVED'
    when coalesce(undone_change, change) = -1 then 'REMOVED' when source = 'RETURN' then 'RETURNED' else 'RECEIVED' end
$$;
create function sum_movements() returns trigger language plpgsql as $$
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
create trigger stock_movements_summed after insert on stock_movements referencing new table as added
  for each statement execute function sum_movements();

-- Beeps that make no movement of their own, or one without their id.
create function sum_scans() returns trigger language plpgsql as $$
begin
  insert into movement_sums
  select date_trunc('hour', (a ->> 'created_at')::timestamptz, 'UTC'), 'SCAN', (a ->> 'actor_id')::bigint, count(*)
  from (select to_jsonb(added) as a from added) one
  where a ->> 'client_scan_id' is not null or a ->> 'kind' = 'SCAN' group by 1, 3;
  return null;
end $$;
create trigger receipts_summed after insert on receipts referencing new table as added for each statement execute function sum_scans();
create trigger unexpected_scans_summed after insert on unexpected_scans referencing new table as added for each statement execute function sum_scans();
create trigger count_entries_summed after insert on count_entries referencing new table as added for each statement execute function sum_scans();

insert into movement_sums
select date_trunc('hour', c.created_at, 'UTC'), c.kind, c.actor_id, sum(case when c.kind in ('SHIPPED', 'REMOVED') then -c.change else c.change end)
from (
  select m.created_at, m.actor_id, m.quantity_change as change, movement_kind(m.quantity_change, o.quantity_change, coalesce(o.order_id, m.order_id),
    coalesce(o.return_grade_id, m.return_grade_id), coalesce(o.receipt_id, m.receipt_id), u.source) as kind
  from stock_movements m join units u on u.id = m.unit_id left join stock_movements o on o.id = m.undoes_movement_id
  where m.quantity_change <> 0
  union all select created_at, actor_id, 1, 'SCAN' from stock_movements where client_scan_id is not null and actor_id is not null
  union all select created_at, actor_id, 1, 'SCAN' from receipts where client_scan_id is not null
  union all select created_at, actor_id, 1, 'SCAN' from unexpected_scans where client_scan_id is not null
  union all select created_at, actor_id, 1, 'SCAN' from count_entries where kind = 'SCAN'
) c
where c.created_at >= now() - interval '60 days'
group by 1, 2, 3 having sum(c.change) <> 0;

-- Orders that we shipped, by the day on which they were due: how many, and how many of them late.
create table shipment_sums (
  due_on date not null,
  shipped bigint not null,
  late bigint not null
);
create index shipment_sums_due_on on shipment_sums (due_on);
create function sum_shipments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.shipped_at is not null and old.ship_by is not null then
    insert into shipment_sums values ((old.ship_by at time zone 'UTC')::date, -1, -(old.shipped_at > old.ship_by)::int);
  end if;
  if tg_op <> 'DELETE' and new.shipped_at is not null and new.ship_by is not null then
    insert into shipment_sums values ((new.ship_by at time zone 'UTC')::date, 1, (new.shipped_at > new.ship_by)::int);
  end if;
  return null;
end $$;
create trigger orders_shipments_added after insert on orders for each row when (new.shipped_at is not null) execute function sum_shipments();
create trigger orders_shipments_changed after update of shipped_at, ship_by on orders for each row
  when ((old.shipped_at, old.ship_by) is distinct from (new.shipped_at, new.ship_by)) execute function sum_shipments();
create trigger orders_shipments_deleted after delete on orders for each row when (old.shipped_at is not null) execute function sum_shipments();
insert into shipment_sums
select (ship_by at time zone 'UTC')::date, count(*), count(*) filter (where shipped_at > ship_by)
from orders where shipped_at is not null and ship_by is not null group by 1;

-- Money of cases: what open ones ask for (no day), what was claimed by the day of filing, what was paid by the day of the
-- decision. A case that is paid and not decided counts on the day of its last change. Amounts that are unknown are counted.
create table case_sums (
  kind text not null constraint case_sums_kind_known check (kind in ('OPEN', 'NEEDS_PHOTOS', 'CLAIMED', 'PAID')),
  day date,
  cases bigint not null,
  amount numeric not null,
  unknown bigint not null,
  constraint case_sums_day check ((day is null) = (kind in ('OPEN', 'NEEDS_PHOTOS')))
);
create index case_sums_kind on case_sums (kind, day);
create function case_parts(status_rank smallint, expected numeric, paid numeric, filed_at timestamptz, decided_at timestamptz, updated_at timestamptz)
returns table (kind text, day date, amount numeric) language sql immutable as $$
  select 'OPEN', null::date, expected where status_rank <= 3
  union all select 'NEEDS_PHOTOS', null, expected where status_rank = 1
  union all select 'CLAIMED', (filed_at at time zone 'UTC')::date, expected where filed_at is not null
  union all select 'PAID', (coalesce(decided_at, updated_at) at time zone 'UTC')::date, paid where paid is not null
$$;
create function sum_cases() returns trigger language plpgsql as $$
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
create trigger return_cases_summed after insert on return_cases referencing new table as added for each statement execute function sum_cases();
create trigger return_cases_summed_again after update on return_cases referencing old table as removed new table as added
  for each statement execute function sum_cases();
insert into case_sums select k.kind, k.day, count(*), coalesce(sum(k.amount), 0), count(*) filter (where k.amount is null)
from return_cases c cross join lateral case_parts(c.status_rank, c.expected_amount, c.paid_amount, c.filed_at, c.decided_at, c.updated_at) k group by 1, 2;

-- What takes a look at all of the stock: worked out every ten minutes, and carried on from there by what moved since.
create table slow_figures (
  name text primary key constraint slow_figures_name_known check (name in ('STOCK_VALUE', 'OUT_OF_SYNC')),
  value numeric not null,
  -- units whose cost is known, and of which nobody knows it
  known bigint not null default 0,
  unknown bigint not null default 0,
  -- up to which movement it knows the stock
  movement_id bigint not null,
  at timestamptz not null
);

-- What a figure was at the end of a day (UTC), where nothing tells it afterwards.
create table figure_days (
  day date not null,
  name text not null,
  value numeric not null,
  constraint figure_days_pkey primary key (day, name)
);

-- What is found by a day or a state, however much there is of the rest.
create index return_grades_created_at on return_grades (created_at);
create index purchase_order_lines_expected_on on purchase_order_lines (expected_on) where expected_on is not null;
create index map_violation_days_day on map_violation_days (day) include (violations);
create index orders_confirm_failed on orders (order_id) where local_state = 'CONFIRM_FAILED';
create index listing_feeds_unprocessed on listing_feeds (id) where status in ('pending', 'processing');
create index packing_lists_receiving on packing_lists (id) where state = 'RECEIVING';
create index job_runs_failed on job_runs (finished_at) where state = 'FAILED';
