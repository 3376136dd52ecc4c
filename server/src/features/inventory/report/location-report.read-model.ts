import { type LocationDetail, type LocationItem, type LocationSummary, REPORT_LIST_LIMIT, type SearchResult } from '@stowage/contract/inventory/report';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfSpelling, spellingsOf } from '../units/of-item.condition.ts';
import { joinProductOfUnit } from '../units/product-of-unit.condition.ts';

/**
 * The number of units in each active location, in walking order.
 * Plan: both tables whole, one row per location: 0.6 ms at p95 over HTTP with 2 million units.
 */
export async function listLocationSummaries(db: Database): Promise<LocationSummary[]> {
  const { rows } = await sql<LocationSummary>`/* prepared: list_location_summaries */
    select s.code as location, coalesce(c.on_hand, 0) as item_count
    from locations s left join location_counts c on c.location_id = s.id
    where s.active order by s.kind <> 'SHELF', s.id`.execute(db);
  return rows;
}

/**
 * The stock of a location by listing, then by unlisted code.
 * Plan: the location's rows of stock_counts from their key up to the limit, listings by key; unlisted units from the
 * in-stock index: 12 ms at p95 over HTTP with 2 million units and 500 rows.
 */
export async function listLocationDetails(db: Database, locationId: number): Promise<LocationDetail[]> {
  const limit = sql.lit(REPORT_LIST_LIMIT);
  const { rows } = await sql<LocationDetail>`/* prepared: list_location_details */
    (select l.seller_sku, coalesce(l.fnsku, l.seller_sku, l.asin, '') as identifier, l.asin, c.on_hand as count
     from stock_counts c join listings l on l.id = c.listing_id
     where c.location_id = ${hidden(locationId, 'bigint')} and c.on_hand > 0
     order by c.listing_id limit ${limit})
    union all
    (select null, u.identifier, null, count(*)::int
     from units u where u.location_id = ${hidden(locationId, 'bigint')} and u.listing_id is null and ${inStock}
     group by u.identifier order by u.identifier limit ${limit})
    limit ${limit}`.execute(db);
  return rows;
}

/** A page of the listings in a location, by listing id. Plan: a range of the key of stock_counts, listings by key. */
export async function listLocationListings(
  db: Database,
  locationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<(LocationDetail & { listing_id: number })[]> {
  const { rows } = await sql<LocationDetail & { listing_id: number }>`
    select c.listing_id, l.seller_sku, coalesce(l.fnsku, l.seller_sku, l.asin, '') as identifier, l.asin, c.on_hand as count
    from stock_counts c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and c.listing_id > ${after} and c.on_hand > 0
    order by c.listing_id limit ${limit}`.execute(db);
  return rows;
}

/** A page of the unlisted codes in a location, ordered by code. */
export async function listUnknownCodes(db: Database, locationId: number, { after, limit }: { after: string; limit: number }): Promise<LocationDetail[]> {
  const { rows } = await sql<LocationDetail>`
    select null as seller_sku, u.identifier, null as asin, count(*)::int as count
    from units u where u.location_id = ${locationId} and u.listing_id is null and u.identifier > ${after} and ${inStock}
    group by u.identifier order by u.identifier limit ${limit}`.execute(db);
  return rows;
}

/**
 * The units in a location, grouped by listing.
 * @param after the previous page's last row
 * Plan: a range of the in-stock index, in its order, then joins by key; the page determines the cost: 11 ms at p95 over
 * HTTP with 2 million units and 500 rows.
 */
export async function listLocationItems(
  db: Database,
  locationId: number,
  { after, limit }: { after?: LocationItem & { listing_id: number | null }; limit: number },
): Promise<(LocationItem & { listing_id: number | null })[]> {
  const size = sql.lit(limit);
  const location = hidden(locationId, 'bigint');
  const { rows } = await sql<
    LocationItem & { listing_id: number | null }
  >`${after === undefined ? sql.raw(`/* prepared: list_location_items_${limit} */`) : sql``}
    select u.id, p.item_code, p.title as product_title, u.identifier, l.asin, u.listing_id
    from (
      (select u.id, u.identifier, u.listing_id from units u
       where u.location_id = ${location} and ${inStock} and ${listedAfter(after)}
       order by u.listing_id, u.id limit ${size})
      union all
      (select u.id, u.identifier, u.listing_id from units u
       where u.location_id = ${location} and ${inStock} and u.listing_id is null and u.id > ${after?.listing_id === null ? after.id : sql.lit(0)}
       order by u.id limit ${size})
      order by listing_id, id limit ${size}
    ) u
    left join listings l on l.id = u.listing_id
    ${joinProductOfUnit}
    order by u.listing_id, u.id`.execute(db);
  return rows;
}

/**
 * The locations of the units of these listings, and of the unlisted units of this code.
 * Plan: counts by listing and units by code from their indexes: 3 ms at p95 over HTTP with 2 million units.
 */
export async function findPlaces(
  db: Database,
  { listingIds, code }: { listingIds: readonly number[]; code: string },
  limit: number | null,
): Promise<SearchResult[]> {
  const { rows } = await sql<SearchResult>`/* prepared: find_places */
    select s.code as location, found.identifier, found.asin, found.count
    from (
      select c.location_id, coalesce(l.fnsku, l.seller_sku, l.asin, '') as identifier, l.asin, c.on_hand as count
      from stock_counts c join listings l on l.id = c.listing_id
      where c.listing_id = any(${hidden(listingIds, 'bigint[]')}::bigint[]) and c.on_hand > 0
      union all
      select u.location_id, u.identifier, null, count(*)::int
      from ${spellingsOf(code)} cross join lateral (
        select u.location_id, u.identifier from units u where ${isOfSpelling} and ${inStock} offset 0
      ) u
      group by u.location_id, u.identifier
    ) found
    join locations s on s.id = found.location_id
    order by s.kind <> 'SHELF', s.id, found.identifier limit ${limit}::bigint`.execute(db);
  return rows;
}

/** Listed units come before unlisted ones. A row comparison is a range of the index. */
function listedAfter(after: { listing_id: number | null; id: number } | undefined) {
  if (after === undefined) return sql`u.listing_id is not null`;
  return after.listing_id === null ? sql`false` : sql`(u.listing_id, u.id) > (${after.listing_id}, ${after.id})`;
}
