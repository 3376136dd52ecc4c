-- Partitioned tables: by ranges of ids, with their partitions in the schema `partitions`. See docs/operations/archive.md.

-- The tables, and how many ids a partition of theirs has.
create or replace function partitioned_tables() returns table (name text, width bigint) language sql immutable as
$$ values ('audit_entries', 1000000::bigint), ('stock_movements', 10000000) $$;

-- The attached partitions with their bounds; from_id is null for the first. is_detaching: a detachment was interrupted, and the rows are
-- not in the table any more.
create or replace function partition_ranges() returns table (table_name text, partition_name text, from_id bigint, to_id bigint, is_detaching boolean)
language sql stable as $$
  select p.name, c.relname::text, substring(b.bounds from 'FROM \(''(\d+)''\)')::bigint, substring(b.bounds from 'TO \(''(\d+)''\)')::bigint, i.inhdetachpending
  from partitioned_tables() p join pg_inherits i on i.inhparent = format('public.%I', p.name)::regclass
  join pg_class c on c.oid = i.inhrelid cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bounds) b
$$;

-- Lets a partition refuse the changes that its table refuses: the triggers of a table don't see statements that name its partition.
create or replace function guard_partition(parent text, partition text) returns void language plpgsql as $$
declare
  guard text;
begin
  for guard in
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = format('public.%I', parent)::regclass and tgfoid = 'refuse_change()'::regprocedure
  loop
    execute replace(replace(guard, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), format(' ON public.%I ', parent), format(' ON partitions.%I ', partition));
  end loop;
end $$;

-- Creates a table that can become a partition: with the columns, indexes, storage parameters and the guard of its table.
create or replace function create_detached_partition(parent text, partition text) returns void language plpgsql as $$
declare
  storage constant text := (select ' with (' || array_to_string(c.reloptions, ', ') || ')' from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', parent)::regclass and c.reloptions is not null order by c.oid desc limit 1);
begin
  execute format('create table partitions.%I (like public.%I including all excluding identity)%s', partition, parent, coalesce(storage, ''));
  perform guard_partition(parent, partition);
end $$;

-- Creates the partitions that the next ids need: two that have no row yet. Attaching does not block what reads and writes the table.
-- Returns how many it created. Running processes may call it, because a partition that is missing would refuse every row.
create or replace function add_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  parent record;
  reached bigint;
  bound bigint;
  partition text;
  added integer := 0;
begin
  for parent in select name, width from partitioned_tables() loop
    -- Two processes at once would create the same ones.
    perform pg_advisory_xact_lock(871026, hashtext(parent.name));
    execute format('select last_value from %I', parent.name || '_id_seq') into reached;
    select max(to_id) into bound from partition_ranges() where table_name = parent.name;
    while bound < reached + 2 * parent.width loop
      partition := format('%s_p%s', parent.name, bound / parent.width + 1);
      perform create_detached_partition(parent.name, partition);
      execute format('alter table %I attach partition partitions.%I for values from (%s) to (%s)', parent.name, partition, bound, bound + parent.width);
      bound := bound + parent.width;
      added := added + 1;
    end loop;
  end loop;
  return added;
end $$;

select guard_partition(table_name, partition_name) from partition_ranges();
select add_partitions();
