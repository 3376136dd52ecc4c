-- Of a table whose records are mostly told of elsewhere, new ones are audited where they are not: a document that was filed by
-- itself, and not with what it belongs to.

create or replace function audit_statement() returns trigger language plpgsql as $$
declare
  key constant text[] := tg_argv[0];
  hidden constant text[] := tg_argv[1];
  ignored constant text[] := tg_argv[2];
  is_summed constant boolean := coalesce(tg_argv[3], 'true');
  -- Only new records that hold this are told of.
  told constant jsonb := coalesce(tg_argv[4], '{}');
  many constant integer := 100;
  written bigint;
begin
  if tg_op = 'DELETE' then select count(*) into written from old_rows;
  elsif tg_op = 'INSERT' and told <> '{}' then select count(*) into written from new_rows n where to_jsonb(n) @> told;
  else select count(*) into written from new_rows;
  end if;
  if written = 0 then return null; end if;
  if is_summed and written > many then
    insert into audit_entries (action, record_kind, records)
    values (case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'DELETED' end, tg_table_name, written);
  elsif tg_op = 'INSERT' then
    insert into audit_entries (action, record_kind, record_id, after)
    select 'CREATED', tg_table_name, audit_key(to_jsonb(n), key), audit_whole(to_jsonb(n) - ignored, hidden) from new_rows n where to_jsonb(n) @> told;
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

drop procedure audit_writes(regclass, text[], text[], text[], boolean);
create procedure audit_writes(
  audited regclass, key text[] default '{id}', hidden text[] default '{}', ignored text[] default '{}', is_summed boolean default false,
  told jsonb default '{}'
) language plpgsql as $$
declare
  event text;
  tables text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    tables := case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format('create or replace trigger audited_%s after %1$s on %s referencing %s for each statement execute function audit_statement(%L, %L, %L, %L, %L)',
      event, audited, tables, key, hidden, ignored, is_summed, told);
  end loop;
end $$;
