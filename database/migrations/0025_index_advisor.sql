-- Suggestions of the index advisor, and their results.
create table index_suggestions (
  id bigint generated always as identity primary key,
  table_schema text not null,
  table_name text not null,
  index_name text not null,
  method text not null constraint index_suggestions_method_known check (method in ('btree', 'gin')),
  -- each key as written in a statement: quoted, with its order and operator class
  keys text[] not null,
  status text not null default 'PENDING'
    constraint index_suggestions_status_known check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'IGNORED')),
  -- the source of improvement_percent
  estimate text not null constraint index_suggestions_estimate_known check (estimate in ('PLANNER', 'ROUGH')),
  improvement_percent double precision not null,
  size_bytes bigint not null,
  -- rows of the table written since the server's statistics began
  writes bigint not null,
  found_at timestamptz not null,
  -- the job that creates it
  run_id bigint constraint index_suggestions_run_fkey references job_runs on delete set null,
  requested_by bigint constraint index_suggestions_requested_by_fkey references users,
  started_at timestamptz,
  finished_at timestamptz,
  progress_percent smallint not null default 0,
  progress_text text,
  error text,
  measured_percent double precision,
  measured_at timestamptz,
  -- The table when the index was begun: its name may have changed after a restart.
  table_oid bigint,
  -- Why no gain was measured; null when one was measured, or none yet.
  measure_note text
    constraint index_suggestions_measure_note_known check (measure_note in ('GONE', 'INVALID', 'UNUSED', 'UNKNOWN', 'NOT_EXECUTED')),
  constraint index_suggestions_measured_or_not check (measured_percent is null or measure_note is null)
);
create unique index index_suggestions_what on index_suggestions (table_schema, table_name, method, keys);
-- One creation at a time.
create unique index index_suggestions_one_in_progress on index_suggestions ((true)) where status = 'IN_PROGRESS';
create index index_suggestions_run_id on index_suggestions (run_id);
create index index_suggestions_requested_by on index_suggestions (requested_by);

-- Statements that would use an index, without their values.
create table index_suggestion_statements (
  suggestion_id bigint not null
    constraint index_suggestion_statements_suggestion_fkey references index_suggestions on delete cascade,
  fingerprint text not null,
  -- the server's 64-bit ids of the statement
  query_ids text[] not null,
  pattern text not null,
  calls bigint not null,
  total_ms double precision not null,
  cost_before double precision not null,
  cost_after double precision not null,
  improvement_percent double precision not null,
  -- the same, since the index exists
  calls_after bigint,
  total_ms_after double precision,
  -- The server's counts when the index was created, for each of its ids, because it forgets some of them and restarts others: [{"key",
  -- "calls", "totalMs", "since", "evictions"}]. Null when it couldn't be read.
  counted_at jsonb,
  -- Planned without the statement's values, which weren't available.
  is_generic boolean not null default false,
  primary key (suggestion_id, fingerprint)
);

-- When an index was first seen, because the server doesn't record its age.
create table index_sightings (
  index_oid bigint primary key,
  seen_at timestamptz not null
);

-- The server's count of written rows per table at a moment: only several of them show a table's usual load.
create table table_write_counts (
  table_oid bigint not null,
  at timestamptz not null,
  writes bigint not null,
  primary key (table_oid, at)
);
