-- Brings a database with the 112 migrations from before the baseline (0280.json) to exactly the schema of the baseline. It runs once, in the
-- transaction that also applies database/functions. A test compares the result with a new database.

-- database/functions defines all triggers and views, and every function that no table needs.
do $$
declare
  statement text;
begin
  for statement in
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and c.relnamespace = 'public'::regnamespace
    union all
    select format('drop view %s', oid::regclass) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid and d.deptype = 'e')
    union all
    select format('drop routine %s', p.oid::regprocedure) from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname not in ('audit_actor', 'audit_request', 'invoice_number_key', 'line_amount', 'vendor_identity')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$;

alter table order_pieces rename to order_allocations;
alter table catalogue_items rename to catalog_items;
alter table price_list_uploads rename column kept_count to not_undone_count;
alter table count_lines rename column looked_at_on_hand to reviewed_on_hand;
alter table purchase_orders rename column touched_at to last_activity_at;
alter table mails rename column left_at to discarded_at;
alter table photos rename column files_gone to files_deleted;
alter table vendor_invoice_payments rename column told_at to recorded_at;

-- Constraints, indexes and sequences follow the names of their tables and columns.
create temp table renamed (old text, new text) on commit drop;
insert into renamed
select name, case name
    when 'case_photos_client_key' then 'photos_case_client_key'
    when 'case_photos_filename_key' then 'photos_case_filename_key'
    when 'case_photos_of_case' then 'photos_of_case'
    when 'case_photos_once' then 'photos_of_case_once'
    when 'units_promised' then 'units_reserved'
    when 'mails_kept' then 'mails_stored'
    else regexp_replace(replace(replace(name, 'order_pieces', 'order_allocations'), 'catalogue_items', 'catalog_items'),
      '^case_(photos|upload_links|partial_photos)_', '\1_')
  end
from (
  select conname::text as name from pg_constraint where connamespace = 'public'::regnamespace
  union select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S')
) names
where name ~ 'order_pieces|catalogue_items|^case_(photos|upload_links|partial_photos)_|^units_promised$|^mails_kept$';

do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s rename constraint %I to %I', c.conrelid::regclass, r.old, r.new)
    from renamed r join pg_constraint c on c.conname = r.old where c.connamespace = 'public'::regnamespace
    union all
    select format('alter %s %I rename to %I', case c.relkind when 'S' then 'sequence' else 'index' end, r.old, r.new)
    from renamed r join pg_class c on c.relname = r.old
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = c.oid and k.conname = c.relname)
  loop
    execute statement;
  end loop;
end $$;

-- Suggestions name their table.
update index_suggestions set table_name = case table_name when 'order_pieces' then 'order_allocations' else 'catalog_items' end
where table_name in ('order_pieces', 'catalogue_items');
