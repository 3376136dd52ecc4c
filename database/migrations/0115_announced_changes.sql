-- Histories that webhooks read: a decision is voided, and Amazon answers a quantity, by a change of a row that has no history.
create table return_voids (
  id bigint generated always as identity constraint return_voids_pkey primary key,
  return_grade_id bigint not null constraint return_voids_grade_key unique constraint return_voids_grade_fkey references return_grades on delete cascade,
  actor_id bigint constraint return_voids_actor_fkey references users,
  at timestamptz not null
);
create index return_voids_actor_id on return_voids (actor_id);
-- One row per answer, for 30 days; listings are read by their id alone.
create table quantity_answers (
  id bigint generated always as identity constraint quantity_answers_pkey primary key,
  listing_id bigint not null,
  quantity integer not null,
  outcome text not null,
  at timestamptz not null
);
