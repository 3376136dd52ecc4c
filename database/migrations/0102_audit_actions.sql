-- The audit log can be filtered by what was done.
create index audit_entries_action on audit_entries (action, at, id);
