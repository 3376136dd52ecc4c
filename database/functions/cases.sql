create or replace trigger case_events_append_only before update or delete or truncate on case_events
  for each statement execute function refuse_change();

-- The sums that a case counts in: one row each.
create or replace function case_parts(status_rank smallint, expected numeric, paid numeric, filed_at timestamptz, decided_at timestamptz, updated_at timestamptz)
returns table (kind text, day date, amount numeric) language sql immutable as $$
  select 'OPEN', null::date, expected where status_rank <= 3
  union all select 'NEEDS_PHOTOS', null, expected where status_rank = 1
  union all select 'CLAIMED', (filed_at at time zone 'UTC')::date, expected where filed_at is not null
  union all select 'PAID', (coalesce(decided_at, updated_at) at time zone 'UTC')::date, paid where paid is not null
$$;

-- Keeps the counts of cases by status and the sums of their amounts.
create or replace function total_cases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update case_totals t set cases = t.cases + a.cases from (select status, count(*)::int as cases from added group by status) a where t.status = a.status;
    insert into case_sums select k.kind, k.day, count(*), coalesce(sum(k.amount), 0), count(*) filter (where k.amount is null)
    from added c cross join lateral case_parts(c.status_rank, c.expected_amount, c.paid_amount, c.filed_at, c.decided_at, c.updated_at) k group by 1, 2;
    return null;
  end if;
  if exists (select from removed r join added a using (id) where a.status <> r.status) then
    -- Always in the same order, so that two changes can't deadlock.
    perform 1 from case_totals order by status for update;
    update case_totals t set cases = t.cases + d.change
    from (
      select status, sum(change)::int as change
      from (select status, 1 as change from added union all select status, -1 from removed) c group by status
    ) d where t.status = d.status and d.change <> 0;
  end if;
  insert into case_sums select k.kind, k.day, sum(c.sign), coalesce(sum(c.sign * k.amount), 0), coalesce(sum(c.sign) filter (where k.amount is null), 0)
  from (
    select 1 as sign, status_rank, expected_amount, paid_amount, filed_at, decided_at, updated_at from added
    union all select -1, status_rank, expected_amount, paid_amount, filed_at, decided_at, updated_at from removed
  ) c cross join lateral case_parts(c.status_rank, c.expected_amount, c.paid_amount, c.filed_at, c.decided_at, c.updated_at) k
  group by 1, 2
  having sum(c.sign) <> 0 or coalesce(sum(c.sign * k.amount), 0) <> 0 or coalesce(sum(c.sign) filter (where k.amount is null), 0) <> 0;
  return null;
end $$;
create or replace trigger return_cases_added after insert on return_cases referencing new table as added
  for each statement execute function total_cases();
create or replace trigger return_cases_changed after update on return_cases referencing old table as removed new table as added
  for each statement execute function total_cases();
