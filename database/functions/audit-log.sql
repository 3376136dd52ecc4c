create or replace trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
create or replace trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();
create or replace trigger buyer_data_views_append_only before update or delete or truncate on buyer_data_views
  for each statement execute function refuse_change();

-- The key of a record as the audit log shows it.
create or replace function audit_key(record jsonb, key text[]) returns text language sql immutable as
$$ select string_agg(record ->> c, ' ' order by nth) from unnest(key) with ordinality as k (c, nth) $$;

-- A record without its nulls. Hidden values are replaced by a placeholder.
create or replace function audit_whole(record jsonb, hidden text[]) returns jsonb language sql immutable as
$$ select jsonb_object_agg(e.key, case when e.key = any(hidden) then '"•••"' else e.value end)
   from jsonb_each(record) e where e.value <> 'null' $$;

-- The columns of a record that differ from another version of it.
create or replace function audit_difference(record jsonb, other jsonb, hidden text[]) returns jsonb language sql immutable as
$$ select jsonb_object_agg(e.key, case when e.key = any(hidden) and e.value <> 'null' then '"•••"' else e.value end)
   from jsonb_each(record) e where e.value is distinct from other -> e.key $$;

-- Writes an entry per record, or one entry with the number of records for a statement that writes more than a hundred of a table that is summed.
create or replace function audit_statement() returns trigger language plpgsql as $$
declare
  key constant text[] := tg_argv[0];
  hidden constant text[] := tg_argv[1];
  ignored constant text[] := tg_argv[2];
  is_summed constant boolean := coalesce(tg_argv[3], 'true');
  -- New records are written only if they contain this.
  recorded constant jsonb := coalesce(tg_argv[4], '{}');
  many constant integer := 100;
  written bigint;
begin
  if tg_op = 'DELETE' then select count(*) into written from old_rows;
  elsif tg_op = 'INSERT' and recorded <> '{}' then select count(*) into written from new_rows n where to_jsonb(n) @> recorded;
  else select count(*) into written from new_rows;
  end if;
  if written = 0 then return null; end if;
  if is_summed and written > many then
    insert into audit_entries (action, record_kind, records)
    values (case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'DELETED' end, tg_table_name, written);
  elsif tg_op = 'INSERT' then
    insert into audit_entries (action, record_kind, record_id, after)
    select 'CREATED', tg_table_name, audit_key(to_jsonb(n), key), audit_whole(to_jsonb(n) - ignored, hidden) from new_rows n where to_jsonb(n) @> recorded;
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

-- Makes a table write to the audit log.
-- key: the columns that identify a record. hidden: columns whose values must not be shown. ignored: columns whose changes are no entry.
-- is_summed: many records of one statement are one entry. recorded: new records are written only if they contain this.
drop procedure if exists audit_writes(regclass, text[], text[], text[], boolean, jsonb);
create or replace procedure audit_writes(
  audited regclass, key text[] default '{id}', hidden text[] default '{}', ignored text[] default '{}', is_summed boolean default false,
  recorded jsonb default '{}'
) language plpgsql as $$
declare
  event text;
  tables text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    tables := case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format('create or replace trigger audited_%s after %1$s on %s referencing %s for each statement execute function audit_statement(%L, %L, %L, %L, %L)',
      event, audited, tables, key, hidden, ignored, is_summed, recorded);
  end loop;
end $$;
