import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';

const columns = sql`u.id, u.listing_id as "listingId", u.location_id as "locationId", u.status`;
const ORPHANS_AT_ONCE = 200;

/**
 * The oldest available units of a listing, locked. One that somebody else has locked is passed over: it may be going.
 * Plan: the listing's range of the index of what is in stock, as far as is wanted.
 */
export async function findPromisable(tx: Database, listingId: number, quantity: number): Promise<Unit[]> {
  const { rows } = await sql<Unit>`/* prepared: find_promisable */
    select ${columns} from units u
    where u.listing_id = ${listingId}::bigint and u.status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE') and u.status = 'AVAILABLE'
      and not exists (select from order_allocations p where p.unit_id = u.id)
    order by u.id limit ${quantity}::int for update skip locked`.execute(tx);
  return rows;
}

/** Units that are promised though no order has them, locked. Plan: the index of promised units, which are few, then the pieces by unit. */
export async function listOrphans(tx: Database): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select ${columns} from units u
    where u.status = 'SALE_PENDING' and not exists (select from order_allocations p where p.unit_id = u.id)
    order by u.id limit ${ORPHANS_AT_ONCE} for update skip locked`.execute(tx);
  // Read again under the lock: an order may have taken one meanwhile.
  const { rows: taken } = await sql<{ unit_id: number }>`
    select unit_id from order_allocations where unit_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  const ids = new Set(taken.map(({ unit_id }) => unit_id));
  return rows.filter(({ id }) => !ids.has(id));
}
