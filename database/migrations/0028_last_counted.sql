-- When each listing was last counted, kept by whoever counts: what is long due is found without looking at every movement.
alter table listing_counts add column last_counted_at timestamptz;
update listing_counts c set last_counted_at = m.at
from (select listing_id, max(created_at) as at from stock_movements where type = 'AUDIT_COUNT' and listing_id is not null group by listing_id) m
where m.listing_id = c.listing_id;
create index listing_counts_last_counted on listing_counts (last_counted_at nulls first) where on_hand > 0;
drop index stock_movements_listing_counted;
