-- no transaction
-- In batches, so that a scan waits for a thousand listings at most. A line that ends with a semicolon ends the statement.
do $$
declare last bigint := 0; batch bigint[]
; begin loop
  select array_agg(listing_id order by listing_id) into batch from (select listing_id from listing_counts where listing_id > last order by listing_id limit 1000) next
  ; exit when batch is null
  ; update listing_counts set sorted_on_hand = on_hand where listing_id = any(batch) and sorted_on_hand <> on_hand
  ; last := batch[cardinality(batch)]
  ; commit
; end loop
; end $$;
alter table movement_sums validate constraint movement_sums_kind_known;
