-- What made a movement, as far as the movement itself does not show it; and how many of the SKU there were before and after.

-- The count whose posting made it. Until now a note said so.
alter table stock_movements add column count_id bigint constraint stock_movements_count_fkey references count_sessions;
alter table stock_movements disable trigger stock_movements_append_only;
update stock_movements m set count_id = c.id, note = null
from count_sessions c where m.note = 'Count ' || c.id and m.actor_id = c.closed_by and m.client_scan_id is null and m.undoes_movement_id is null;
alter table stock_movements enable trigger stock_movements_append_only;
create index stock_movements_count_id on stock_movements (count_id) where count_id is not null;

-- A listing's stock before a movement is today's, played backwards: the sum of what came later is read from the index alone.
drop index stock_movements_listing_id;
create index stock_movements_listing_id on stock_movements (listing_id, id) include (quantity_change);
create index stock_movements_relisted on stock_movements (listing_id, id) where from_listing_id is not null;
