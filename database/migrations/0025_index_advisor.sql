-- What the index advisor suggests, and what became of it.
create table index_suggestions (
  id bigint generated always as identity primary key,
  table_schema text not null,
  table_name text not null,
  index_name text not null,
  method text not null constraint index_suggestions_method_known check (method in ('btree', 'gin')),
  -- each key as a statement writes it: quoted, with its order and operator class
  keys text[] not null,
  status text not null default 'PENDING'
    constraint index_suggestions_status_known check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'IGNORED')),
  -- where the number comes from; NONE: there is none
  estimate text not null constraint index_suggestions_estimate_known check (estimate in ('PLANNER', 'ROUGH')),
  improvement_percent double precision not null,
  size_bytes bigint not null,
  -- rows of the table that were written since the server's statistics began
  writes bigint not null,
  found_at timestamptz not null,
  -- the job that makes it, or made it
  run_id bigint constraint index_suggestions_run_fkey references job_runs on delete set null,
  requested_by bigint constraint index_suggestions_requested_by_fkey references users,
  started_at timestamptz,
  finished_at timestamptz,
  progress_percent smallint not null default 0,
  progress_text text,
  error text,
  measured_percent double precision,
  measured_at timestamptz,
  -- On which table an index was begun: its name may be another one when the server is back.
  table_oid bigint,
  -- Why no gain was measured of an index that was made; null where one was, or where nobody measured yet.
  measure_note text
    constraint index_suggestions_measure_note_known check (measure_note in ('GONE', 'INVALID', 'UNUSED', 'UNKNOWN', 'NOT_EXECUTED')),
  constraint index_suggestions_measured_or_not check (measured_percent is null or measure_note is null)
);
create unique index index_suggestions_what on index_suggestions (table_schema, table_name, method, keys);
-- one creation at a time, whoever asks
create unique index index_suggestions_one_in_progress on index_suggestions ((true)) where status = 'IN_PROGRESS';
create index index_suggestions_run_id on index_suggestions (run_id);
create index index_suggestions_requested_by on index_suggestions (requested_by);

-- The statements that would use an index, without any value of theirs.
create table index_suggestion_statements (
  suggestion_id bigint not null
    constraint index_suggestion_statements_suggestion_fkey references index_suggestions on delete cascade,
  fingerprint text not null,
  -- the server's ids of it: 64 bits
  query_ids text[] not null,
  pattern text not null,
  calls bigint not null,
  total_ms double precision not null,
  cost_before double precision not null,
  cost_after double precision not null,
  improvement_percent double precision not null,
  -- and since
  calls_after bigint,
  total_ms_after double precision,
  -- What the server had counted of a statement when its index was made, under each of its ids: the server forgets some
  -- of them and begins others anew. [{"key", "calls", "totalMs", "since", "evictions"}]; null where it could not be
  -- read.
  counted_at jsonb,
  -- Planned without the values that the statement had: they were not at hand.
  is_generic boolean not null default false,
  primary key (suggestion_id, fingerprint)
);

-- When an index was first seen: the server does not know how old one is.
create table index_sightings (
  index_oid bigint primary key,
  seen_at timestamptz not null
);

-- How many rows of each table were written until a moment, by the server's own count: what its usual work is shows only
-- in several of them. Loading a table once is none.
create table table_write_counts (
  table_oid bigint not null,
  at timestamptz not null,
  writes bigint not null,
  primary key (table_oid, at)
);
