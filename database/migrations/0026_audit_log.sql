-- A statement caused by a person's call begins with /* actor=7 request=… */; a job's statement has the actor who requested the job.
create function audit_actor() returns bigint language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=([0-9]+) ')::bigint $$;

create function audit_request() returns text language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=[0-9]* request=(\S+) \*/') $$;

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- null: the system itself
  actor_id bigint default audit_actor() constraint audit_entries_actor_fkey references users,
  -- the request id of the call, or the job
  request_id text default audit_request(),
  action text not null constraint audit_entries_action_shape check (action ~ '^[A-Z_]{1,40}$'),
  -- the table, for entries that triggers write
  record_kind text not null,
  -- null for an entry about several records
  record_id text,
  -- for a change: only what changed
  before jsonb,
  after jsonb,
  -- how many records the entry is about
  records integer not null default 1 constraint audit_entries_records_positive check (records > 0)
);
create index audit_entries_at on audit_entries (at, id);
create index audit_entries_actor_id on audit_entries (actor_id, at, id);
create index audit_entries_record on audit_entries (record_kind, record_id, at, id);
-- Serves filters by action.
create index audit_entries_action on audit_entries (action, at, id);
create index audit_entries_kind on audit_entries (record_kind, at, id);
create index audit_entries_record_id on audit_entries (record_id, at, id);
create index audit_entries_actor_kind on audit_entries (actor_id, record_kind, at, id);
create index audit_entries_actor_action on audit_entries (actor_id, action, at, id);
create index audit_entries_kind_action on audit_entries (record_kind, action, at, id);

-- Tables that write no entries, with the reason: most have a history of their own.
create table unaudited_tables (
  name text primary key,
  why text not null
);
