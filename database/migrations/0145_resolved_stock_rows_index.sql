-- no transaction
-- A checked file finds the rows of applied files by it; without it each check reads all changes.
create index concurrently if not exists spreadsheet_changes_resolved_key on spreadsheet_changes (resolved_key) where resolved_key is not null;
