-- The audit log and the stock ledger are partitioned by ranges of ids, in three steps: a check that the present table holds only ids
-- below a bound, its validation without a lock, and the exchange of the table for one whose first partition it is. No row is rewritten.
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

-- The stock that archived movements had made: what a replay of the ledger begins with while their partition is not attached.
create table archived_balances (
  partition_name text not null,
  location_id integer not null,
  -- null: units without a listing
  listing_id bigint,
  on_hand integer not null,
  constraint archived_balances_key unique nulls not distinct (partition_name, location_id, listing_id)
);
-- When the archived movements had counted a listing last.
create table archived_counts (
  partition_name text not null,
  listing_id bigint not null,
  last_counted_at timestamptz not null,
  constraint archived_counts_pkey primary key (partition_name, listing_id)
);

-- The bounds are more than a partition away, so that no row reaches them before the exchange, also when the upgrade is interrupted.
do $$
declare
  audited bigint := (select last_value from audit_entries_id_seq);
  moved bigint := (select last_value from stock_movements_id_seq);
begin
  execute format('alter table audit_entries add constraint audit_entries_first_partition check (id < %s) not valid',
    case when audited < 1000 then 1000000 else (audited / 1000000 + 2) * 1000000 end);
  execute format('alter table stock_movements add constraint stock_movements_first_partition check (id < %s) not valid',
    case when moved < 1000 then 10000000 else (moved / 10000000 + 2) * 10000000 end);
end $$;
