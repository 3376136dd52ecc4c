-- What the stock screens ask for: how much is in a location, which units of a listing there are, and notes.

-- How many units are physically in a location: the sum of its stock_counts, kept in the same transactions, so that
-- the report reads one row per location however many listings and units there are.
create table location_counts (
  location_id integer primary key constraint location_counts_location_fkey references locations,
  on_hand integer not null constraint location_counts_not_negative check (on_hand >= 0)
);
insert into location_counts (location_id, on_hand)
select s.id, coalesce(sum(c.on_hand), 0) from locations s left join stock_counts c on c.location_id = s.id group by s.id;

alter table units add column notes text constraint units_notes_length check (length(notes) between 1 and 500);

-- Units are never deleted, so these hold only what is in stock: their size is the stock's, not its history's.
drop index units_location_id;
drop index units_listing_id;
create index units_in_stock_by_location on units (location_id, listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
create index units_in_stock_by_listing on units (listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
-- Codes that the catalogue does not know are found by themselves.
create index units_without_listing on units (upper(identifier), id) where listing_id is null;
