-- The audit log reads the histories besides its own entries, newest first, by whom and by what was done: each has an index for it.

create index audit_entries_kind on audit_entries (record_kind, at, id);
create index audit_entries_record_id on audit_entries (record_id, at, id);
create index audit_entries_actor_kind on audit_entries (actor_id, record_kind, at, id);
create index audit_entries_actor_action on audit_entries (actor_id, action, at, id);
create index audit_entries_kind_action on audit_entries (record_kind, action, at, id);

create index stock_movements_at on stock_movements (created_at, id);
create index stock_movements_actor_at on stock_movements (actor_id, created_at, id);
create index stock_movements_type_at on stock_movements (type, created_at, id);
create index order_events_at on order_events (at, id);
create index order_events_actor_at on order_events (actor_id, at, id);
create index order_events_kind_at on order_events (kind, at, id);
create index case_events_at on case_events (created_at, id);
create index case_events_actor_at on case_events (actor_id, created_at, id);
create index case_events_kind_at on case_events (kind, created_at, id);
create index purchasing_changes_at on purchasing_changes (created_at, id);
create index purchasing_changes_actor_at on purchasing_changes (actor_id, created_at, id);
create index purchasing_changes_kind_at on purchasing_changes (kind, created_at, id);
create index job_runs_at on job_runs (created_at, id);
create index job_runs_requested_at on job_runs (requested_by, created_at, id);
create index return_grades_at on return_grades (created_at, id);
create index return_grades_actor_at on return_grades (actor_id, created_at, id);
create index return_grades_voided_at on return_grades (voided_at, id) where voided_at is not null;
create index return_grades_voided_by_at on return_grades (voided_by, voided_at, id) where voided_at is not null;
create index sessions_started_at on sessions (started_at, id);
create index sessions_user_started_at on sessions (user_id, started_at, id);
create index account_links_at on account_links (created_at, id);
create index account_links_created_by_at on account_links (created_by, created_at, id);
