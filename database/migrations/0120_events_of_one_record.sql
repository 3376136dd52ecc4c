-- New and used offers of a product are two records with the same number: an event is only older than one of the same kind.
alter table marketplace_events add column kind text;
-- Two events of a record can have the same time: the version shows that one came while the record was read.
alter table marketplace_reads add column version bigint not null default 1;
