create table refused_calls (
  id bigint generated always as identity constraint refused_calls_pkey primary key,
  at timestamptz not null,
  actor_id bigint not null constraint refused_calls_actor_fkey references users,
  call text not null,
  permission text not null
);
create index refused_calls_at on refused_calls (at, id);
create index refused_calls_actor_at on refused_calls (actor_id, at, id);
