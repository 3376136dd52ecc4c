create or replace function count_new_cases() returns trigger language plpgsql as $$
begin
  update case_totals t set cases = t.cases + a.cases from (select status, count(*)::int as cases from added group by status) a where t.status = a.status;
  return null;
end $$;
create or replace trigger return_cases_counted after insert on return_cases referencing new table as added for each statement execute function count_new_cases();

create or replace function recount_cases() returns trigger language plpgsql as $$
begin
  if not exists (select from before_change b join after_change a using (id) where a.status <> b.status) then return null; end if;
  -- In one order, so that two changes never wait for each other.
  perform 1 from case_totals order by status for update;
  update case_totals t set cases = t.cases + d.change
  from (select status, sum(change)::int as change from (
    select status, 1 as change from after_change union all select status, -1 from before_change) c group by status) d
  where t.status = d.status and d.change <> 0;
  return null;
end $$;
create or replace trigger return_cases_recounted after update on return_cases referencing old table as before_change new table as after_change
  for each statement execute function recount_cases();

create or replace function forbid_case_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'case_events is append-only';
end $$;
create or replace trigger case_events_append_only before update or delete on case_events for each row execute function forbid_case_event_change();
create or replace trigger case_events_no_truncate before truncate on case_events for each statement execute function forbid_case_event_change();
