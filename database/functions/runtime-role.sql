-- What the role of running processes may do while another role owns the tables. See docs/database-roles.md.

-- Tables that only migrations and `stowage archive` write. A backfill's statement is run by the owner where a migration needs its result.
create or replace function is_written_by_migrations(relation name) returns boolean language sql immutable as
$$ select relation in ('schema_migrations', 'legal_transitions', 'unaudited_tables', 'backfills', 'migrations', 'archived_partitions', 'archived_balances', 'archived_counts',
  'scan_ids', 'undone_movements') $$;

-- The statements that give a role what running processes need, and take from it what they don't: none when it is in order. The
-- owner runs them after the migrations. Final rows are those of tables whose trigger refuses the change, and the seals of the ledger.
create or replace function runtime_grants(runtime name) returns table (statement text) language sql stable as $$
  with home as (select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker')),
  refused as (
    -- Bits of tgtype: 1 for each row, 8 delete, 16 update.
    select tgrelid as oid, bool_or(tgtype & 8 > 0) as deletes, bool_or(tgtype & 16 > 0) as updates
    from pg_trigger where tgfoid = 'refuse_change()'::regprocedure and tgtype & 1 = 0 and tgattr::text = '' group by 1
    union all
    select 'ledger_seals'::regclass, true, true
  ),
  relation as (
    select c.oid, c.relname, c.relkind, c.relacl, format('%I.%I', h.nspname, c.relname) as name, coalesce(f.deletes, false) as no_delete,
      coalesce(f.updates, false) as no_update
    from pg_class c join home h on h.oid = c.relnamespace
    -- The table of a sequence.
    left join pg_depend d on c.relkind = 'S' and d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i')
    left join refused f on f.oid = case c.relkind when 'S' then d.refobjid else c.oid end
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(c.relowner, 'USAGE')
      and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
  ),
  privilege as (
    select r.oid, r.name, r.relkind, p.privilege,
      exists (select from aclexplode(r.relacl) a join pg_roles o on o.oid = a.grantee where o.rolname = runtime and a.privilege_type = p.privilege) as has,
      case when p.privilege = 'SELECT' then true
        when r.relkind = 'S' then p.privilege = 'USAGE' or p.privilege = 'UPDATE' and not r.no_update
        when r.relkind in ('v', 'm') or is_written_by_migrations(r.relname) then false
        when p.privilege = 'INSERT' then true
        when p.privilege = 'UPDATE' then not r.no_update
        when p.privilege = 'DELETE' then not r.no_delete
        else false end as wanted
    from relation r cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'USAGE']) as p (privilege)
  ),
  kind as (select oid, case relkind when 'S' then 'sequence' else 'table' end as word from relation)
  select format('grant usage on schema %I to %I', nspname, runtime) from home where not has_schema_privilege(runtime, oid, 'USAGE')
  union all
  select format('grant %s on %s %s to %I', string_agg(lower(privilege), ', '), k.word, name, runtime)
  from privilege join kind k using (oid) where wanted and not has group by k.word, name
  union all
  select format('revoke %s on %s %s from %I', string_agg(lower(privilege), ', '), k.word, name, runtime)
  from privilege join kind k using (oid) where has and not wanted group by k.word, name
  union all
  select format('grant update (cursor, finished_at) on backfills to %I', runtime) where not has_column_privilege(runtime, 'backfills', 'cursor', 'UPDATE')
  union all
  -- The tables of the queue let only their owner see rows.
  select format('create policy stowage_runtime on %I.%I using (true) with check (true)', h.nspname, c.relname)
  from pg_class c join home h on h.oid = c.relnamespace
  where c.relrowsecurity and c.relkind = 'r' and pg_has_role(c.relowner, 'USAGE')
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'stowage_runtime')
  union all
  -- The state of other roles' sessions: whether older transactions have ended, and the progress of an index.
  select format('grant pg_read_all_stats to %I', runtime)
  where not pg_has_role(runtime, 'pg_read_all_stats', 'MEMBER') and (select rolsuper from pg_roles where rolname = current_user)
  union all
  -- Functions in a temporary schema could run in an index of the owner.
  select format('revoke temporary on database %I from public, %I', datname, runtime) from pg_database
  where datname = current_database() and has_database_privilege(runtime, oid, 'TEMPORARY') and pg_has_role(datdba, 'USAGE')
$$;

-- Fails while the database's disk is full. Running processes create no tables of their own, not even temporary ones.
create or replace function write_probe(probe_rows integer, row_bytes integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  create temporary table readiness_probe (filler text) on commit drop;
  insert into readiness_probe select repeat('x', row_bytes) from generate_series(1, probe_rows);
end $$;

-- Updates the planner's statistics of rows that this transaction has just staged. Only the owner may analyze a table.
create or replace function analyze_staged_rows(staged name) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if staged not in ('price_list_upload_rows', 'purchase_order_upload_rows') then raise exception '% holds no staged rows', staged; end if;
  execute format('analyze %I', staged);
end $$;
