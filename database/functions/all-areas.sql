-- Functions for triggers of several areas. This file is applied first, because the triggers of the other files need them.

-- Refuses every change of a table whose rows are final. The message may be given.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', coalesce(tg_argv[0], tg_table_name || ' is append-only');
end $$;

-- Allows only the changes of `state` that legal_transitions lists. Services decide who may make them, and when.
create or replace function require_legal_transition(record text, from_state text, to_state text) returns void language plpgsql as $$
begin
  if to_state is distinct from from_state and not exists (
    select from legal_transitions t where t.record = $1 and t.from_state is not distinct from $2 and t.to_state = $3
  ) then
    raise exception 'a row of % does not move from % to %', record, coalesce(from_state, 'nothing'), to_state;
  end if;
end $$;
