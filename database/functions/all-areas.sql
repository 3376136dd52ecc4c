-- Functions for triggers of several areas. This file is applied first, because the triggers of the other files need them.

-- Refuses every change of a table whose rows are final. The message may be given.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', coalesce(tg_argv[0], tg_table_name || ' is append-only');
end $$;

-- Allows only the changes of `state` that legal_transitions lists. Services decide who may make them, and when.
create or replace function check_transition() returns trigger language plpgsql as $$
declare
  before_change constant text := case when tg_op = 'UPDATE' then old.state end;
begin
  if new.state is distinct from before_change and not exists (
    select from legal_transitions t where t.record = tg_table_name and t.from_state is not distinct from before_change and t.to_state = new.state
  ) then
    raise exception 'a row of % does not move from % to %', tg_table_name, coalesce(before_change, 'nothing'), new.state;
  end if;
  return new;
end $$;
