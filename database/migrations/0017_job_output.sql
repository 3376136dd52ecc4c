-- What a run put out, by name: the marketplace's number of its report, how much of something it found.
alter table job_runs add column output jsonb not null default '{}';
