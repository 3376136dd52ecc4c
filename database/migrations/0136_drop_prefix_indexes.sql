-- no transaction
-- The audit log's indexes begin with the same column, and serve its foreign key too.
drop index concurrently if exists job_runs_requested_by;
drop index concurrently if exists order_events_actor_id;
drop index concurrently if exists return_grades_voided_by;
