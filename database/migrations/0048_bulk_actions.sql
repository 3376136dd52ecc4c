-- One action for many records: a job works through its rows, and each row has a result.
create table bulk_actions (
  id bigint generated always as identity primary key,
  -- 'move-units'
  kind text not null,
  -- What the action does with each record, such as the location to which it moves units.
  input jsonb not null,
  requested_by bigint not null references users (id),
  -- The action that this one undoes.
  undoes_id bigint references bulk_actions (id) on delete cascade,
  -- The job that continues it; none for an action that ended within its call.
  run_id bigint references job_runs (id) on delete set null,
  total integer not null,
  done integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- The done rows that can be undone and were not.
  undoable integer not null default 0,
  created_at timestamptz not null,
  stopped_at timestamptz,
  finished_at timestamptz
);
create index bulk_actions_created_at on bulk_actions (created_at, id);
create index bulk_actions_requested_by on bulk_actions (requested_by, created_at, id);
create index bulk_actions_undoes_id on bulk_actions (undoes_id);
create unique index bulk_actions_open_undo on bulk_actions (undoes_id) where finished_at is null;
create index bulk_actions_run_id on bulk_actions (run_id);

create table bulk_action_rows (
  bulk_id bigint not null references bulk_actions (id) on delete cascade,
  position integer not null,
  -- The id of the record: of a unit, of a case, a seller SKU.
  record text not null,
  -- The state of the record when the action was requested.
  version text,
  outcome text,
  -- Why the row was refused: a code and the message.
  reason text,
  message text,
  -- What undoing the row needs.
  undo jsonb,
  is_undone boolean not null default false,
  constraint bulk_action_rows_pkey primary key (bulk_id, position),
  constraint bulk_action_rows_outcome_check check (outcome in ('DONE', 'UNCHANGED', 'REFUSED'))
);
-- The next rows of an action, however many are done.
create index bulk_action_rows_open on bulk_action_rows (bulk_id, position) where outcome is null;
