import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.repository.ts';
import { itemKey, placeKey } from './posting.rules.ts';

/** Lets audits of these locations wait until the posting is done. @param locationIds in their order, so that two postings can't wait for each other */
export async function blockAudits(tx: Database, locationIds: readonly number[]): Promise<void> {
  for (const id of locationIds) await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.countedLocation}, ${id})`.execute(tx);
}

interface Row {
  id: number;
  listing_id: number | null;
  identifier: string;
  location_id: number;
  status: Unit['status'];
  updated_at: Date;
}

/**
 * Locks every unit that the posting of a count may touch: those of its lines in their locations, and where misplaced
 * ones are booked. In the order of their ids, all before any count of the stock changes.
 * @returns the units of an item in a location: those first that most probably are the missing ones. That is, not those
 * that came lately, and last of all those that are promised to an order.
 */
export async function lockUnitsOf(tx: Database, countId: number): Promise<(locationId: number, item: string) => readonly Unit[]> {
  const { rows } = await sql<Row>`
    select u.id, u.listing_id, u.identifier, u.location_id, u.status, u.updated_at from units u
    where ${inStock} and u.id = any(array(
      select o.id from (
        select location_id, listing_id, identifier from count_lines where count_id = ${countId}
        union
        select other_location_id, listing_id, identifier from count_lines where count_id = ${countId} and other_location_id is not null
      ) n
      cross join lateral (
        select u.id from units u where u.location_id = n.location_id and u.listing_id = n.listing_id and ${inStock}
        union all
        select u.id from units u
        where n.listing_id is null and u.listing_id is null and u.location_id = n.location_id and upper(u.identifier) = upper(n.identifier) and ${inStock}
      ) o
    ))
    order by u.id for update of u`.execute(tx);
  const places = new Map<string, Row[]>();
  for (const row of rows.toSorted(probablyMissingFirst)) {
    const place = placeKey(row.location_id, itemKey({ listingId: row.listing_id, identifier: row.identifier }));
    const units = places.get(place);
    if (units === undefined) places.set(place, [row]);
    else units.push(row);
  }
  return (locationId, item) => (places.get(placeKey(locationId, item)) ?? []).map(toUnit);
}

function probablyMissingFirst(a: Row, b: Row): number {
  const promised = Number(a.status === 'SALE_PENDING') - Number(b.status === 'SALE_PENDING');
  return promised || a.updated_at.getTime() - b.updated_at.getTime() || a.id - b.id;
}

function toUnit(row: Row): Unit {
  return { id: row.id, listingId: row.listing_id, locationId: row.location_id, status: row.status };
}
