-- How each operation of the marketplace fares, by any process.
create table marketplace_health (
  operation text primary key,
  rate double precision not null,
  burst double precision not null,
  tokens double precision not null,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  updated_at timestamptz not null
);

-- The credentials that an administrator entered, encrypted; there is one account at most.
create table marketplace_credentials (
  id smallint primary key default 1 constraint marketplace_credentials_single check (id = 1),
  seller_id text not null,
  marketplace_id text not null,
  -- AES-256-GCM under a key that is not in the database
  sealed text not null,
  entered_by bigint constraint marketplace_credentials_entered_by_fkey references users,
  entered_at timestamptz not null
);
create index marketplace_credentials_entered_by on marketplace_credentials (entered_by);

-- Feeds that we set out to submit: written before the call, so that a submission whose answer was lost is found again
-- instead of being submitted twice, also after a restart.
create table feed_submissions (
  key text primary key,
  attempted_at timestamptz not null,
  -- the feeds that were there before: the one that was not is this one
  earlier_feed_ids text[] not null,
  -- null until the marketplace's answer was heard
  feed_id text
);
create index feed_submissions_attempted_at on feed_submissions (attempted_at);
