-- What a command answered the first time, under the key that its sender chose. A command that is sent again gets the same answer.
create table idempotency_keys (
  -- Which command: 'orders.note'. The same key may be used for different commands.
  command text not null,
  key text not null,
  actor_id bigint references users (id),
  -- SHA-256 of what was sent; null for keys from before there was one table of them.
  digest bytea,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (command, key)
);
create index idempotency_keys_actor_id on idempotency_keys (actor_id);
