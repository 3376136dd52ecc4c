import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { COUNTED_LOCATION_LOCK } from '../../audit/audit.repository.ts';
import type { ScannedItem } from '../../ledger/stock-ledger.repository.ts';
import type { Unit } from '../../ledger/stock-movement.repository.ts';
import { inStock } from '../../units/in-stock.condition.ts';
import { isOfSpelling } from '../../units/of-item.condition.ts';
import { itemKey, placeKey } from './posting.rules.ts';

/** Blocks audits of these locations until the transaction ends. @param locationIds in ascending order, so that two postings can't deadlock */
export async function blockAudits(tx: Database, locationIds: readonly number[]): Promise<void> {
  for (const id of locationIds) await sql`select pg_advisory_xact_lock(${COUNTED_LOCATION_LOCK}, ${id})`.execute(tx);
}

type CountedUnit = Unit & ScannedItem & { readonly updatedAt: Date };

/**
 * Locks all units that posting a count can change: the units of its lines, and those in the locations where misplaced
 * units are booked. Locks in the order of ids, before any stock count changes.
 * @returns the units of an item in a location, the most probably missing ones first: oldest first, reserved units last
 */
export async function lockUnitsOf(tx: Database, countId: number): Promise<(locationId: number, item: string) => readonly Unit[]> {
  const spellings = sql`case when listing_id is null then spellings_of_code(identifier) end as spellings`;
  const { rows } = await sql<CountedUnit>`
    select u.id, u.listing_id as "listingId", u.identifier, u.location_id as "locationId", u.status, u.updated_at as "updatedAt" from units u
    where ${inStock} and u.id = any(array(
      select o.id from (
        select location_id, listing_id, ${spellings} from count_lines where count_id = ${countId}
        union
        select other_location_id, listing_id, ${spellings} from count_lines where count_id = ${countId} and other_location_id is not null
      ) n
      cross join lateral (
        select u.id from units u where u.location_id = n.location_id and u.listing_id = n.listing_id and ${inStock}
        union all
        select u.id from unnest(n.spellings) as spelling cross join lateral (
          select u.id from units u where u.location_id = n.location_id and ${isOfSpelling} and ${inStock} offset 0
        ) u
      ) o
    ))
    order by u.id for update of u`.execute(tx);
  const units = new Map<string, CountedUnit[]>();
  for (const unit of rows.toSorted(probablyMissingFirst)) {
    const key = placeKey(unit.locationId, itemKey(unit));
    const group = units.get(key);
    if (group === undefined) units.set(key, [unit]);
    else group.push(unit);
  }
  return (locationId, item) => units.get(placeKey(locationId, item)) ?? [];
}

function probablyMissingFirst(a: CountedUnit, b: CountedUnit): number {
  const reserved = Number(a.status === 'SALE_PENDING') - Number(b.status === 'SALE_PENDING');
  return reserved || a.updatedAt.getTime() - b.updatedAt.getTime() || a.id - b.id;
}
