-- Limits that all processes count together. Unlogged: losing them in a crash only starts the count again, and they cost no WAL.
create unlogged table rate_limits (
  name text not null,
  key text not null,
  calls integer not null,
  window_ends_at timestamptz not null,
  constraint rate_limits_pkey primary key (name, key)
);
-- The calls of a marketplace operation that an account may still make: a token bucket, in the time of the database.
create unlogged table call_budgets (
  account text not null,
  operation text not null,
  tokens double precision not null,
  -- Milliseconds since 1970.
  at double precision not null,
  rate double precision not null,
  burst double precision not null,
  constraint call_budgets_pkey primary key (account, operation)
);
