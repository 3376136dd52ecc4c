-- On which table an index was begun: its name may be another one when the server is back.
alter table index_suggestions add column table_oid bigint;

-- Why no gain was measured of an index that was made; null where one was, or where nobody measured yet.
alter table index_suggestions add column measure_note text
  constraint index_suggestions_measure_note_known check (measure_note in ('GONE', 'INVALID', 'UNUSED', 'UNKNOWN', 'NOT_EXECUTED'));
alter table index_suggestions add constraint index_suggestions_measured_or_not check (measured_percent is null or measure_note is null);

-- Planned without the values that the statement had: they were not at hand.
alter table index_suggestion_statements add column is_generic boolean not null default false;

-- What can't be estimated is told by the job and never suggested.
delete from index_suggestions where estimate = 'NONE';
alter table index_suggestions drop constraint index_suggestions_estimated, drop constraint index_suggestions_estimate_known;
alter table index_suggestions add constraint index_suggestions_estimate_known check (estimate in ('PLANNER', 'ROUGH'));
alter table index_suggestions alter column improvement_percent set not null;

-- orders_newest begins with the same column and is read backwards as well.
drop index orders_ordered_at;
