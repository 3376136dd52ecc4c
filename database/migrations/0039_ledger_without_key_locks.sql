-- Each of these constraints cost a scan a query, and the first of a transaction for a row wrote a lock of that row to the log. The
-- totals still refer to listings and locations, and a movement writes them in its transaction; units and people are never deleted
-- (inventory.sql, identity.sql). In the order in which a scan locks, so that they can't deadlock.
lock table listings, locations, units, stock_movements, users in access exclusive mode;
alter table units drop constraint units_listing_fkey, drop constraint units_location_fkey;
alter table stock_movements drop constraint stock_movements_listing_fkey, drop constraint stock_movements_to_location_fkey,
  drop constraint stock_movements_unit_fkey, drop constraint stock_movements_actor_fkey;
