-- no transaction
-- Jobs that follow price strategies come by the hundred: what looks for other or open jobs must not read them all.
create index concurrently if not exists listing_jobs_open on listing_jobs (id) where finished_at is null;
create index concurrently if not exists listing_jobs_follow on listing_jobs (started_at) where kind = 'follow-prices';
create index concurrently if not exists listing_jobs_started_by_people on listing_jobs (id) where kind <> 'follow-prices';
