-- A statement that a person's call causes begins with /* actor=7 request=… */; a job's has the actor who asked for it.
create function audit_actor() returns bigint language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=([0-9]+) ')::bigint $$;

create function audit_request() returns text language sql stable as
$$ select substring(current_query() from '^\s*/\* actor=[0-9]* request=(\S+) \*/') $$;

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- null: the system itself
  actor_id bigint default audit_actor() constraint audit_entries_actor_fkey references users,
  -- the call's request id, or the job
  request_id text default audit_request(),
  action text not null constraint audit_entries_action_shape check (action ~ '^[A-Z_]{1,40}$'),
  -- the table, for what is written by triggers
  record_kind text not null,
  -- null for what was done to many at once
  record_id text,
  -- of a change: only what changed
  before jsonb,
  after jsonb,
  -- how many records it was done to
  records integer not null default 1 constraint audit_entries_records_positive check (records > 0)
);
create index audit_entries_at on audit_entries (at, id);
create index audit_entries_actor_id on audit_entries (actor_id, at, id);
create index audit_entries_record on audit_entries (record_kind, record_id, at, id);
-- The audit log can be filtered by what was done.
create index audit_entries_action on audit_entries (action, at, id);
create index audit_entries_kind on audit_entries (record_kind, at, id);
create index audit_entries_record_id on audit_entries (record_id, at, id);
create index audit_entries_actor_kind on audit_entries (actor_id, record_kind, at, id);
create index audit_entries_actor_action on audit_entries (actor_id, action, at, id);
create index audit_entries_kind_action on audit_entries (record_kind, action, at, id);

-- Tables that write no entries, and why: most have a history of their own.
create table unaudited_tables (
  name text primary key,
  why text not null
);
