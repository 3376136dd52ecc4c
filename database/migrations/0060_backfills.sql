-- Changes of many rows that a migration leaves to the background: run-backfills runs them batch by batch.
create table backfills (
  name text constraint backfills_pkey primary key constraint backfills_name_known check (name ~ '^[a-z0-9-]+$'),
  -- One statement that changes the rows of the next batch after the cursor ($1) and returns the last one's id as `cursor`, null at the end.
  step text not null,
  cursor bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
