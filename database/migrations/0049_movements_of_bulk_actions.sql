-- The bulk action that made a movement. The transaction names it, so that no statement that records movements has to know it.
-- Short lock: the default is computed once, and null for all rows that exist.
alter table stock_movements add column bulk_id bigint default nullif(current_setting('stowage.bulk_id', true), '')::bigint;
