-- The audit log is partitioned by ranges of ids, in three steps: a check that the present table holds only ids below a bound, its
-- validation without a lock, and the exchange of the table for one whose first partition it is. No row is rewritten.
create schema partitions;

-- Each partition that was written to a file. The rows of a range are in the database unless it says ARCHIVED. A row that says WRITTEN
-- has its file, and its partition may be detached.
create table archived_partitions (
  partition_name text constraint archived_partitions_pkey primary key,
  table_name text not null,
  state text not null constraint archived_partitions_state_known check (state in ('WRITTEN', 'ARCHIVED', 'ATTACHED')),
  -- null: from the first id
  from_id bigint,
  -- the first id that is not in it
  to_id bigint not null,
  row_count bigint not null,
  file text not null,
  -- what the file contains, and the proof of the range; sealed with the state under a key that is not in the database
  manifest jsonb not null,
  seal bytea not null constraint archived_partitions_seal_size check (length(seal) = 32),
  changed_at timestamptz not null default clock_timestamp()
);

-- The bound is more than a million ids away, so that no entry reaches it before the exchange, also when the upgrade is interrupted.
do $$
declare
  reached bigint := (select last_value from audit_entries_id_seq);
begin
  execute format('alter table audit_entries add constraint audit_entries_first_partition check (id < %s) not valid',
    case when reached < 1000 then 1000000 else (reached / 1000000 + 2) * 1000000 end);
end $$;
