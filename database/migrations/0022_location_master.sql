-- What the location master says of a place beyond its code.

alter table locations
  add column name text constraint locations_name_length check (length(name) between 1 and 60),
  add column capacity integer constraint locations_capacity_positive check (capacity > 0),
  -- What lies in a place whose stock is not for sale is in quarantine; so it can change only while the place is empty.
  add column sellable boolean not null default true;
alter table locations add constraint locations_zone_length check (length(zone) between 1 and 30);
update locations set sellable = false where kind = 'QUARANTINE';
alter table locations add constraint locations_quarantine_not_sellable check (kind <> 'QUARANTINE' or not sellable);

-- How many different listings a location holds, kept like its number of units.
alter table location_counts add column listings integer not null default 0 constraint location_counts_listings_not_negative check (listings >= 0);
update location_counts l set listings = (
  select count(*) from stock_counts c where c.location_id = l.location_id and c.listing_id is not null and c.on_hand > 0);

-- When a location was last counted: few movements are counts, so this holds those alone.
create index stock_movements_last_counted on stock_movements (to_location_id, created_at) where type = 'AUDIT_COUNT';
