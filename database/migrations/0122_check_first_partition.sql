-- no transaction
alter table audit_entries validate constraint audit_entries_first_partition;
