-- What the index advisor suggests, and what became of it.

create table index_suggestions (
  id bigint generated always as identity primary key,
  table_schema text not null,
  table_name text not null,
  index_name text not null,
  method text not null constraint index_suggestions_method_known check (method in ('btree', 'gin')),
  -- each key as a statement writes it: quoted, with its order and operator class
  keys text[] not null,
  status text not null default 'PENDING' constraint index_suggestions_status_known
    check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'IGNORED')),
  -- where the number comes from; NONE: there is none
  estimate text not null constraint index_suggestions_estimate_known check (estimate in ('PLANNER', 'ROUGH', 'NONE')),
  improvement_percent float8,
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
  measured_percent float8,
  measured_at timestamptz,
  constraint index_suggestions_estimated check ((improvement_percent is null) = (estimate = 'NONE'))
);
create unique index index_suggestions_what on index_suggestions (table_schema, table_name, method, keys);
-- one creation at a time, whoever asks
create unique index index_suggestions_one_in_progress on index_suggestions ((true)) where status = 'IN_PROGRESS';
create index index_suggestions_run_id on index_suggestions (run_id);
create index index_suggestions_requested_by on index_suggestions (requested_by);

-- The statements that would use an index, without any value of theirs.
create table index_suggestion_statements (
  suggestion_id bigint not null constraint index_suggestion_statements_suggestion_fkey references index_suggestions on delete cascade,
  fingerprint text not null,
  -- the server's ids of it: 64 bits
  query_ids text[] not null,
  pattern text not null,
  calls bigint not null,
  total_ms float8 not null,
  cost_before float8 not null,
  cost_after float8 not null,
  improvement_percent float8 not null,
  -- what the server had counted when the index was there
  calls_at bigint,
  total_ms_at float8,
  -- and since
  calls_after bigint,
  total_ms_after float8,
  primary key (suggestion_id, fingerprint)
);

-- When an index was first seen: the server does not know how old one is.
create table index_sightings (
  index_oid bigint primary key,
  seen_at timestamptz not null
);
