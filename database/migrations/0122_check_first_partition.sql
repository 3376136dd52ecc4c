-- no transaction
alter table audit_entries validate constraint audit_entries_first_partition;
alter table stock_movements validate constraint stock_movements_first_partition;
-- Takes the place of the unique one, which ends when the table is partitioned: see undone_movements.
create index concurrently if not exists stock_movements_undoes on stock_movements (undoes_movement_id) where undoes_movement_id is not null;
