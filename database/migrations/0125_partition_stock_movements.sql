-- after backfill: movement-keys
-- As for the audit log: only the catalog changes. The foreign keys that refer to movements end, because a partition to which they refer
-- can't be detached: a mark of an audit and an undo name a movement that their own transaction has read. The keys of scans get the name
-- of the constraint that they replace, by which processes know a repeated scan, those of the version before too.
do $$
declare
  bound constant text := (select substring(pg_get_constraintdef(oid) from '\d+') from pg_constraint
    where conrelid = 'stock_movements'::regclass and conname = 'stock_movements_first_partition');
  reached bigint;
  was_used boolean;
  rights jsonb;
  granted record;
begin
  lock table stock_movements in access exclusive mode;
  select last_value, is_called into reached, was_used from stock_movements_id_seq;
  select jsonb_agg(jsonb_build_object('relkind', c.relkind, 'privilege', a.privilege_type, 'role', a.grantee::regrole)) into rights
  from pg_class c cross join lateral aclexplode(c.relacl) a
  where c.oid in ('stock_movements'::regclass, 'stock_movements_id_seq'::regclass) and a.grantee <> c.relowner and a.grantee <> 0;
  alter table audit_marks drop constraint audit_marks_movement_fkey;
  alter table stock_movements drop constraint stock_movements_undoes_fkey, drop constraint stock_movements_client_scan_id_key;
  drop index stock_movements_undone;
  drop trigger stock_movements_keys on stock_movements;
  drop trigger if exists stock_movements_summed on stock_movements;
  alter table stock_movements set schema partitions;
  alter table partitions.stock_movements rename to stock_movements_p1;
  alter table partitions.stock_movements_p1 alter column id drop identity;
  alter table scan_ids rename constraint scan_ids_pkey to stock_movements_client_scan_id_key;
  alter table undone_movements rename constraint undone_movements_pkey to stock_movements_undone;

  create table stock_movements (
    id bigint generated always as identity constraint stock_movements_pkey primary key,
    -- Neither units nor people are ever deleted, and the totals refer to listings and locations: no foreign keys that a scan would check.
    unit_id bigint not null,
    listing_id bigint,
    type text not null
      constraint stock_movements_type_known check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE')),
    quantity_change smallint not null,
    from_location_id integer constraint stock_movements_from_location_fkey references locations,
    to_location_id integer,
    before_status text,
    after_status text not null,
    reason_code text,
    note text,
    -- null: the system, such as a reservation
    actor_id bigint,
    -- one id per scan; see scan_ids
    client_scan_id text,
    -- see undone_movements
    undoes_movement_id bigint,
    created_at timestamptz not null default now(),
    -- a change of condition: the listing that the unit left
    from_listing_id bigint constraint stock_movements_from_listing_fkey references listings,
    count_id bigint constraint stock_movements_count_fkey references count_sessions,
    return_grade_id bigint constraint stock_movements_return_grade_fkey references return_grades,
    receipt_id bigint constraint stock_movements_receipt_fkey references receipts,
    order_id text constraint stock_movements_order_fkey references orders,
    bulk_id bigint default nullif(current_setting('stowage.bulk_id', true), '')::bigint,
    constraint stock_movements_shape check (
      case type
        when 'ADD' then quantity_change = 1 and from_location_id is null and to_location_id is not null
        when 'REMOVE' then quantity_change = -1 and from_location_id is not null and to_location_id is null
        when 'LOCATION_CHANGE' then quantity_change = 0 and from_location_id <> to_location_id
        else quantity_change = 0 and from_location_id = to_location_id
      end
      and (type = 'CONDITION_CHANGE') = (from_listing_id is not null)
      and (from_listing_id is null or (listing_id is not null and from_listing_id <> listing_id))
    ),
    constraint stock_movements_status_change check (type <> 'STATUS_CHANGE' or before_status <> after_status)
  ) partition by range (id);
  perform setval('stock_movements_id_seq', reached, was_used);
  for granted in select * from jsonb_to_recordset(rights) as r (relkind text, privilege text, role text) loop
    execute format('grant %s on %s to %s', granted.privilege,
      case granted.relkind when 'S' then 'sequence stock_movements_id_seq' else 'stock_movements' end, granted.role);
    if granted.relkind <> 'S' then
      execute format('revoke %s on partitions.stock_movements_p1 from %s', granted.privilege, granted.role);
    end if;
  end loop;

  create index stock_movements_actor_at on stock_movements (actor_id, created_at, id);
  create index stock_movements_at on stock_movements (created_at, id);
  create index stock_movements_changes_at on stock_movements (type, created_at, id) where type <> 'ADD';
  create index stock_movements_count_id on stock_movements (count_id) where count_id is not null;
  create index stock_movements_created_at on stock_movements using brin (created_at) with (pages_per_range = 32);
  create index stock_movements_from_listing_id on stock_movements (from_listing_id, id) where from_listing_id is not null;
  create index stock_movements_from_location_id on stock_movements (from_location_id, id) where from_location_id is not null;
  create index stock_movements_last_counted on stock_movements (to_location_id, created_at) where type = 'AUDIT_COUNT';
  create index stock_movements_listing_id on stock_movements (listing_id, id) include (quantity_change);
  create index stock_movements_of_people on stock_movements (id) where actor_id is not null and type <> 'STATUS_CHANGE';
  create index stock_movements_order_id on stock_movements (order_id) where order_id is not null;
  create index stock_movements_receipt_id on stock_movements (receipt_id) where receipt_id is not null;
  create index stock_movements_relisted on stock_movements (listing_id, id) where from_listing_id is not null;
  create index stock_movements_return_grade_id on stock_movements (return_grade_id) where return_grade_id is not null;
  create index stock_movements_undoes on stock_movements (undoes_movement_id) where undoes_movement_id is not null;
  create index stock_movements_unit_id on stock_movements (unit_id, id);
  execute format('alter table stock_movements attach partition partitions.stock_movements_p1 for values from (minvalue) to (%s)', bound);
  alter table partitions.stock_movements_p1 drop constraint stock_movements_first_partition;
  create trigger stock_movements_keys after insert on stock_movements referencing new table as added
    for each statement execute function claim_movement_keys();
end $$;
