-- Scans change three counters, and no index contains what they change. Lists filter and sort by a copy of on_hand that is brought up
-- to date in batches, before they are read.
alter table listing_counts add column sorted_on_hand integer not null default 0;

-- Up to which movement sorted_on_hand is complete.
create table listing_sort_mark (
  is_only boolean primary key default true constraint listing_sort_mark_is_only check (is_only),
  -- every change by a movement up to this one is sorted
  done_id bigint not null,
  -- movements up to this one were numbered at seen_at; some of them may have been uncommitted
  seen_id bigint not null,
  seen_at timestamptz not null
);
-- Behind the end, because a transaction that is still open may have numbered its movements already.
insert into listing_sort_mark (done_id, seen_id, seen_at)
select greatest(0, coalesce(max(id), 0) - 10000), coalesce(max(id), 0), clock_timestamp() from stock_movements;

-- Room for the next version of a counter on its own page, and for the vacuum to run before a table has grown.
alter table stock_counts set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
alter table listing_counts set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
alter table location_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table movement_sums set (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 1000);
-- Append-only: frozen at the first vacuum, because no row changes afterwards. An index only scan needs the vacuum too.
alter table stock_movements set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_freeze_min_age = 0, autovacuum_analyze_scale_factor = 0.02);
alter table units set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- A unit that was received by a scan is one row instead of two.
alter table movement_sums drop constraint movement_sums_kind_known;
alter table movement_sums add constraint movement_sums_kind_known
  check (kind in ('RECEIVED', 'RETURNED', 'SHIPPED', 'REMOVED', 'SCAN', 'SCANNED')) not valid;
