-- Background jobs as people see them. The queue itself belongs to graphile-worker; a run's row outlives its queue entry.
create table job_runs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- two open runs never share a key, so asking twice for an import starts one
  key text not null,
  payload jsonb not null default '{}',
  state text not null default 'QUEUED'
    constraint job_runs_state_known check (state in ('QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED', 'CANCELLED')),
  done integer not null default 0,
  total integer,
  message text,
  error text,
  -- counts of rows: read, new, changed, unchanged, rejected
  counts jsonb not null default '{}',
  -- what the job needs to continue after a pause or a restart, such as the id of a report it waits for
  memory jsonb not null default '{}',
  failures smallint not null default 0,
  cancel_requested boolean not null default false,
  requested_by bigint constraint job_runs_requested_by_fkey references users,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Results by name, such as the marketplace's number of a report.
  output jsonb not null default '{}',
  constraint job_runs_finished check ((finished_at is null) = (state in ('QUEUED', 'RUNNING', 'WAITING')))
);
create unique index job_runs_open_key on job_runs (key) where finished_at is null;
create index job_runs_kind on job_runs (kind, id);
create index job_runs_requested_by on job_runs (requested_by) where requested_by is not null;
create index job_runs_failed on job_runs (finished_at) where state = 'FAILED';
create index job_runs_at on job_runs (created_at, id);
create index job_runs_requested_at on job_runs (requested_by, created_at, id);

-- The log of a run, and the rows that it rejected.
create table job_run_lines (
  id bigint generated always as identity primary key,
  run_id bigint not null constraint job_run_lines_run_fkey references job_runs on delete cascade,
  level text not null constraint job_run_lines_level_known check (level in ('INFO', 'WARN', 'REJECTED')),
  text text not null,
  created_at timestamptz not null default now()
);
create index job_run_lines_run_id on job_run_lines (run_id, id);
