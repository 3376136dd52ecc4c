create or replace trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change('stock_movements is append-only: record an opposite movement instead');

-- Movements name units without a foreign key, whose check would lock the unit's row for each movement.
create or replace trigger units_never_deleted before delete or truncate on units
  for each statement execute function refuse_change('a unit is never deleted: remove it from stock instead');

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

-- Adds units to locations: units, movements and totals. Each array has one element per unit; a location is an id or a code.
-- In statements of their own, because their plans are stored, and one statement with a part for each table takes longer to start
-- than to run. Returns the units' ids; null where there is no such active location.
create or replace function add_units(listing_ids bigint[], identifiers text[], location_ids integer[], location_codes text[], sources text[],
  costs numeric[], actor_ids bigint[], client_scan_ids text[], receipt_ids bigint[])
returns bigint[] language plpgsql as $$
declare
  statuses text[];
  ids bigint[];
begin
  for nth in 1 .. cardinality(location_ids) loop
    continue when location_codes[nth] is null;
    location_ids[nth] := (select id from locations where upper(code) = upper(location_codes[nth]));
  end loop;
  -- Locks the locations so that they can't be deactivated between this check and the insert.
  if cardinality(location_ids) = 1 then
    select array[case when sellable then 'AVAILABLE' else 'QUARANTINE' end] into statuses
    from locations where id = location_ids[1] and active for key share;
  else
    with places as materialized (
      select id, case when sellable then 'AVAILABLE' else 'QUARANTINE' end as status
      from locations where active and id = any(location_ids) order by id for key share
    )
    select array_agg(places.status order by nth) into statuses
    from unnest(location_ids) with ordinality as u (location_id, nth) left join places on places.id = u.location_id;
  end if;
  -- The ids are taken first, because the inserted rows don't say which element they are from. A unit and its movement share theirs.
  for nth in 1 .. cardinality(location_ids) loop
    ids[nth] := case when statuses[nth] is not null then nextval('stock_movements_id_seq') end;
  end loop;
  insert into units (id, listing_id, identifier, location_id, status, source, cost)
  select * from unnest(ids, listing_ids, identifiers, location_ids, statuses, sources, costs) as u (id, listing_id, identifier, location_id, status, source, cost)
  where id is not null;
  if not found then
    return ids;
  end if;
  insert into stock_movements (id, unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id, receipt_id)
  overriding system value
  select id, id, listing_id, 'ADD', 1, location_id, status, actor_id, client_scan_id, receipt_id
  from unnest(ids, listing_ids, location_ids, statuses, actor_ids, client_scan_ids, receipt_ids)
    as m (id, listing_id, location_id, status, actor_id, client_scan_id, receipt_id)
  where id is not null;
  if cardinality(ids) = 1 then
    perform count_added_units(location_ids, listing_ids, listing_ids, array[statuses[1] = 'QUARANTINE']);
  else
    perform count_added_units(array_agg(location_id order by location_id, listing_id), array_agg(listing_id order by location_id, listing_id),
      array_agg(listing_id order by listing_id), array_agg(status = 'QUARANTINE' order by listing_id))
    from unnest(ids, listing_ids, location_ids, statuses) as m (id, listing_id, location_id, status) where id is not null;
  end if;
  return ids;
end $$;

-- The texts under which units of one scanned code may be stored without a listing: a GTIN with each number of padding zeros, longest
-- first, another code in upper case. `toGtin14` says what is a GTIN: 8, 12, 13 or 14 digits with the right check digit.
create or replace function spellings_of_code(code text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  gtin14 text := lpad(code, 14, '0');
  total integer := 0;
begin
  if code !~ '^([0-9]{8}|[0-9]{12,14})$' or code ~ '^0+$' then
    return array[upper(code)];
  end if;
  for nth in 1 .. 14 loop
    total := total + substr(gtin14, nth, 1)::integer * (1 + nth % 2 * 2);
  end loop;
  if total % 10 <> 0 then
    return array[code];
  end if;
  return array_remove(array[gtin14, case when gtin14 like '0%' then substr(gtin14, 2) end, case when gtin14 like '00%' then substr(gtin14, 3) end,
    case when gtin14 like '000000%' then substr(gtin14, 7) end], null);
end $$;

-- Adds scanned units whose code names one listing without a choice; see add_units and only_listings.
-- Returns the units' ids; 0 where the code needs a choice or is unknown, and null where there is no such active location.
create or replace function scan_units(codes text[], gtins text[], location_ids integer[], location_codes text[], actor_ids bigint[], client_scan_ids text[])
returns bigint[] language plpgsql as $$
declare
  listing_ids bigint[];
  identifiers text[];
  ids bigint[];
begin
  select found.listing_ids, found.fnskus into listing_ids, identifiers from only_listings(codes, gtins) found;
  for nth in 1 .. cardinality(codes) loop
    if listing_ids[nth] is null then
      location_ids[nth] := null;
      location_codes[nth] := null;
    elsif identifiers[nth] is null then
      identifiers[nth] := codes[nth];
    end if;
  end loop;
  ids := add_units(listing_ids, identifiers, location_ids, location_codes, array_fill('SCAN'::text, array[cardinality(codes)]),
    array_fill(null::numeric, array[cardinality(codes)]), actor_ids, client_scan_ids, array_fill(null::bigint, array[cardinality(codes)]));
  for nth in 1 .. cardinality(codes) loop
    if listing_ids[nth] is null then
      ids[nth] := 0;
    end if;
  end loop;
  return ids;
end $$;

-- Locks what a step of many units will change, in the order of the ledger: by location, the location's counts and then its total; by
-- listing, the listing's total. Counts that are missing are inserted as 0. The locations first, as the foreign keys of its movements
-- will: a step that waited for somebody who changes a location, and held totals, could deadlock with a scan that waits for them.
create or replace function lock_stock_places(location_ids integer[], listing_ids bigint[]) returns void language plpgsql as $$
declare
  place record;
begin
  perform from locations where id = any(location_ids) order by id for key share;
  for place in
    select location_id, array_agg(distinct listing_id) as listings from unnest(location_ids, listing_ids) as p (location_id, listing_id)
    group by location_id order by location_id
  loop
    insert into stock_counts (location_id, listing_id, on_hand) select place.location_id, listing, 0 from unnest(place.listings) as listing
    order by listing nulls last on conflict (location_id, listing_id) do nothing;
    perform 1 from stock_counts where location_id = place.location_id
      and (listing_id = any(place.listings) or (listing_id is null and array_position(place.listings, null) is not null))
    order by listing_id nulls last for no key update;
    insert into location_counts (location_id, on_hand) values (place.location_id, 0) on conflict (location_id) do nothing;
    perform 1 from location_counts where location_id = place.location_id for no key update;
  end loop;
  perform 1 from listing_counts where listing_id = any(listing_ids) order by listing_id for no key update;
end $$;
