-- Feed submissions. A row is written before the call, so that a submission whose answer was lost is found again instead of repeated.
create table feed_submissions (
  key text primary key,
  attempted_at timestamptz not null,
  -- the feeds that existed before; a new one is ours
  earlier_feed_ids text[] not null,
  -- null until the marketplace has answered
  feed_id text
);
create index feed_submissions_attempted_at on feed_submissions (attempted_at);

-- Feeds, and changes that were sent one by one.
create table listing_feeds (
  id bigint generated always as identity primary key,
  job_id bigint not null constraint listing_feeds_job_fkey references listing_jobs on delete cascade,
  part integer not null,
  feed_type text not null,
  operation_type text not null,
  -- the marketplace's id
  feed_submission_id text,
  status text not null default 'pending'
    constraint listing_feeds_status_known check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  messages integer not null,
  accepted integer not null default 0,
  warnings integer not null default 0,
  errors integer not null default 0,
  -- the marketplace's processing report, or its beginning
  results text,
  created_by bigint constraint listing_feeds_created_by_fkey references users,
  submitted_at timestamptz not null,
  process_at timestamptz,
  stuck_at timestamptz,
  constraint listing_feeds_part_key unique (job_id, part)
);
create index listing_feeds_submission on listing_feeds (feed_submission_id);
create index listing_feeds_submitted_at on listing_feeds (submitted_at);
create index listing_feeds_created_by on listing_feeds (created_by) where created_by is not null;
create index listing_feeds_unprocessed on listing_feeds (id) where status in ('pending', 'processing');
