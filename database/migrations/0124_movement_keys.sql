-- What must be unique among all movements, in tables of its own: a partitioned table can't have a unique index without its id. The
-- trigger claims the keys of new movements; the backfill claims those of the present ones.
create table scan_ids (
  client_scan_id text constraint scan_ids_pkey primary key,
  movement_id bigint not null
);
create table undone_movements (
  movement_id bigint constraint undone_movements_pkey primary key,
  undone_by bigint not null
);

-- A constraint, although it is a trigger. It runs with the owner's rights, so that processes can't remove a key, and those of the version
-- before need no right of their own.
create function claim_movement_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into scan_ids (client_scan_id, movement_id) select client_scan_id, id from added where client_scan_id is not null;
  if exists (select from added where undoes_movement_id is not null) then
    insert into undone_movements (movement_id, undone_by) select undoes_movement_id, id from added where undoes_movement_id is not null;
  end if;
  return null;
end $$;
create trigger stock_movements_keys after insert on stock_movements referencing new table as added
  for each statement execute function claim_movement_keys();

insert into backfills (name, step) values ('movement-keys', $$
  with batch as materialized (
    select id, client_scan_id, undoes_movement_id from stock_movements where id > $1 order by id limit 10000
  ), scans as (
    insert into scan_ids (client_scan_id, movement_id) select client_scan_id, id from batch where client_scan_id is not null on conflict do nothing
  ), undone as (
    insert into undone_movements (movement_id, undone_by) select undoes_movement_id, id from batch where undoes_movement_id is not null on conflict do nothing
  )
  select max(id) as cursor from batch$$);
