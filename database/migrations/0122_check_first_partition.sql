-- no transaction
alter table audit_entries validate constraint audit_entries_first_partition;
alter table stock_movements validate constraint stock_movements_first_partition;
