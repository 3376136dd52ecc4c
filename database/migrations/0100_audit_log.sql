-- Who changed what, when, from what to what. Append-only. Which tables write here by themselves is said in
-- database/audited-tables.sql.

-- A statement that a person's call causes begins with /* actor=7 request=… */; a job's has the actor who asked for it.
create function audit_actor() returns bigint language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=([0-9]+) ')::bigint $$;
create function audit_request() returns text language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=[0-9]* request=(\S+) \*/') $$;

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- null: the system itself
  actor_id bigint default audit_actor() constraint audit_entries_actor_fkey references users,
  -- the call's request id, or the job
  request_id text default audit_request(),
  action text not null constraint audit_entries_action_shape check (action ~ '^[A-Z_]{1,40}$'),
  -- the table, for what is written by triggers
  record_kind text not null,
  -- null for what was done to many at once
  record_id text,
  -- of a change: only what changed
  before jsonb,
  after jsonb,
  -- how many records it was done to
  records integer not null default 1 constraint audit_entries_records_positive check (records > 0)
);
create index audit_entries_at on audit_entries (at, id);
create index audit_entries_actor_id on audit_entries (actor_id, at, id);
create index audit_entries_record on audit_entries (record_kind, record_id, at, id);

create function forbid_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function forbid_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function forbid_audit_change();

-- Tables that write no entries, and why: most have a history of their own.
create table unaudited_tables (
  name text primary key,
  why text not null
);

create function audit_key(record jsonb, key text[]) returns text language sql immutable as
$$ select string_agg(record ->> c, ' ' order by nth) from unnest(key) with ordinality as k (c, nth) $$;

-- A record without its nulls; of what is hidden it is only said that it is there.
create function audit_whole(record jsonb, hidden text[]) returns jsonb language sql immutable as
$$ select jsonb_object_agg(e.key, case when e.key = any(hidden) then '"•••"' else e.value end)
   from jsonb_each(record) e where e.value <> 'null' $$;

-- Of one record what differs from the other.
create function audit_difference(record jsonb, other jsonb, hidden text[]) returns jsonb language sql immutable as
$$ select jsonb_object_agg(e.key, case when e.key = any(hidden) and e.value <> 'null' then '"•••"' else e.value end)
   from jsonb_each(record) e where e.value is distinct from other -> e.key $$;

-- An entry per record; one entry with their number for a statement that writes more than a hundred.
create function audit_statement() returns trigger language plpgsql as $$
declare
  key constant text[] := tg_argv[0];
  hidden constant text[] := tg_argv[1];
  ignored constant text[] := tg_argv[2];
  many constant integer := 100;
  written bigint;
begin
  if tg_op = 'DELETE' then select count(*) into written from old_rows; else select count(*) into written from new_rows; end if;
  if written > many then
    insert into audit_entries (action, record_kind, records)
    values (case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'DELETED' end, tg_table_name, written);
  elsif tg_op = 'INSERT' then
    insert into audit_entries (action, record_kind, record_id, after)
    select 'CREATED', tg_table_name, audit_key(to_jsonb(n), key), audit_whole(to_jsonb(n) - ignored, hidden) from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into audit_entries (action, record_kind, record_id, before)
    select 'DELETED', tg_table_name, audit_key(to_jsonb(o), key), audit_whole(to_jsonb(o) - ignored, hidden) from old_rows o;
  else
    insert into audit_entries (action, record_kind, record_id, before, after)
    select 'CHANGED', tg_table_name, o.key, audit_difference(o.record, n.record, hidden), audit_difference(n.record, o.record, hidden)
    from (select audit_key(to_jsonb(r), key) as key, to_jsonb(r) - ignored as record from old_rows r) o
    join (select audit_key(to_jsonb(r), key) as key, to_jsonb(r) - ignored as record from new_rows r) n using (key)
    where o.record <> n.record;
  end if;
  return null;
end $$;

-- Makes every write to a table an entry. Hidden columns hold secrets or what is personal: that they changed is told, not
-- what they hold. Ignored ones follow from others, or beat all the time.
create procedure audit_writes(audited regclass, key text[] default '{id}', hidden text[] default '{}', ignored text[] default '{}')
language plpgsql as $$
declare
  event text;
  tables text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    tables := case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format('create or replace trigger audited_%s after %1$s on %s referencing %s for each statement execute function audit_statement(%L, %L, %L)',
      event, audited, tables, key, hidden, ignored);
  end loop;
end $$;
