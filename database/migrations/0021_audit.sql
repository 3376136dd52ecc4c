-- Auditing a shelf: which of its units somebody has had in the hand in this round.

create table audit_rounds (
  -- made by the page when the shelf is chosen, so that a scan needs no call before it
  id text primary key constraint audit_rounds_id_length check (length(id) between 8 and 64),
  location_id integer not null constraint audit_rounds_location_fkey references locations,
  started_by bigint not null constraint audit_rounds_started_by_fkey references users,
  started_at timestamptz not null default now()
);
create index audit_rounds_location_id on audit_rounds (location_id, started_at);
create index audit_rounds_started_by on audit_rounds (started_by);

-- A unit counts once in a round; the movement says what the scan did: confirmed, added or moved it.
create table audit_marks (
  round_id text not null constraint audit_marks_round_fkey references audit_rounds,
  unit_id bigint not null constraint audit_marks_unit_fkey references units,
  movement_id bigint not null constraint audit_marks_movement_key unique constraint audit_marks_movement_fkey references stock_movements,
  scanned_code text not null,
  primary key (round_id, unit_id)
);
create index audit_marks_unit_id on audit_marks (unit_id);
