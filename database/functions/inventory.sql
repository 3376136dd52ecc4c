create or replace trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change('stock_movements is append-only: record an opposite movement instead');

-- Adds new units to the totals. A loop of single updates, because it must lock in the order of the ledger: by location, the location's
-- counts and then its total; by listing, the listing's total. An update comes first: inserting on conflict would lock the row twice.
-- The first two arrays are the units by location and listing; the other two are the same units by listing.
create or replace function count_added_units(location_ids integer[], listing_ids bigint[], sorted_listing_ids bigint[], in_quarantine boolean[])
returns void language plpgsql strict as $$
declare
  place integer;
  listing bigint;
  added integer := 0;
  counted integer;
  units integer := 0;
  appeared integer := 0;
  quarantined integer := 0;
begin
  for nth in 1 .. cardinality(location_ids) loop
    added := added + 1;
    continue when location_ids[nth + 1] = location_ids[nth] and listing_ids[nth + 1] is not distinct from listing_ids[nth];
    place := location_ids[nth];
    listing := listing_ids[nth];
    update stock_counts set on_hand = on_hand + added where location_id = place and listing_id = listing returning on_hand into counted;
    if not found then
      insert into stock_counts (location_id, listing_id, on_hand) values (place, listing, added)
      on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + excluded.on_hand returning on_hand into counted;
    end if;
    units := units + added;
    appeared := appeared + (listing is not null and counted = added)::integer;
    added := 0;
    continue when location_ids[nth + 1] = place;
    update location_counts set on_hand = on_hand + units, listings = listings + appeared where location_id = place;
    if not found then
      insert into location_counts (location_id, on_hand, listings) values (place, units, appeared)
      on conflict (location_id) do update set on_hand = location_counts.on_hand + excluded.on_hand, listings = location_counts.listings + excluded.listings;
    end if;
    units := 0;
    appeared := 0;
  end loop;
  for nth in 1 .. cardinality(sorted_listing_ids) loop
    listing := sorted_listing_ids[nth];
    added := added + 1;
    quarantined := quarantined + in_quarantine[nth]::integer;
    continue when sorted_listing_ids[nth + 1] is not distinct from listing and nth < cardinality(sorted_listing_ids);
    update listing_counts set on_hand = on_hand + added, quarantine = quarantine + quarantined where listing_id = listing;
    added := 0;
    quarantined := 0;
  end loop;
end $$;
