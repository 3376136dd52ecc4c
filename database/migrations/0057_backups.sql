create table backups (
  id bigint generated always as identity constraint backups_pkey primary key,
  kind text not null constraint backups_kind_known check (kind in ('BACKUP', 'DRILL')),
  -- The name of the backup in its target.
  name text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text not null constraint backups_outcome_known check (outcome in ('RUNNING', 'DONE', 'FAILED')),
  -- Bytes that the run stored; smaller than the data, which is compressed, and without files that an earlier backup holds.
  bytes bigint,
  wal_start text,
  wal_end text,
  error text,
  constraint backups_finished check ((outcome = 'RUNNING') = (finished_at is null))
);
create index backups_newest on backups (kind, outcome, finished_at);
