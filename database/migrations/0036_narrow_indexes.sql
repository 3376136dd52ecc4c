-- no transaction
-- docs/indexes.md names the query that needs each of them.
drop index concurrently if exists listing_counts_sorted;
create index concurrently listing_counts_sorted on listing_counts (sorted_on_hand, listing_id);
drop index concurrently if exists listing_counts_count_due;
create index concurrently listing_counts_count_due on listing_counts (last_counted_at nulls first) where sorted_on_hand > 0;
drop index concurrently if exists stock_movements_undone;
create unique index concurrently stock_movements_undone on stock_movements (undoes_movement_id) where undoes_movement_id is not null;
drop index concurrently if exists stock_movements_changes_at;
create index concurrently stock_movements_changes_at on stock_movements (type, created_at, id) where type <> 'ADD';
drop index concurrently if exists movement_sums_hours;
create index concurrently movement_sums_hours on movement_sums using brin (hour) with (pages_per_range = 8);
