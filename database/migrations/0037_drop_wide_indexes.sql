-- no transaction
drop index concurrently if exists listing_counts_on_hand;
drop index concurrently if exists listing_counts_last_counted;
drop index concurrently if exists stock_movements_actor_id;
drop index concurrently if exists stock_movements_to_location_id;
drop index concurrently if exists stock_movements_type_at;
drop index concurrently if exists movement_sums_hour;
