import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type Unit, unitColumns } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';

const ORPHANS_BATCH = 200;

/**
 * The oldest available units of a listing, locked. Skips units that another transaction has locked.
 * Plan: the listing's range of the in-stock index, up to the quantity.
 */
export async function lockAvailableUnits(tx: Database, listingId: number, quantity: number): Promise<Unit[]> {
  const { rows } = await sql<Unit>`/* prepared: lock_available_units */
    select ${unitColumns} from units u
    where u.listing_id = ${listingId}::bigint and ${inStock} and u.status = 'AVAILABLE'
      and not exists (select from order_allocations p where p.unit_id = u.id)
    order by u.id limit ${quantity}::int for update skip locked`.execute(tx);
  return rows;
}

/** Reserved units that no order has, locked. Plan: the index of reserved units, which are few, then the allocations by unit. */
export async function lockOrphanedReservations(tx: Database): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select ${unitColumns} from units u
    where u.status = 'SALE_PENDING' and not exists (select from order_allocations p where p.unit_id = u.id)
    order by u.id limit ${ORPHANS_BATCH} for update skip locked`.execute(tx);
  // Read again under the lock: an order may have taken one of them.
  const { rows: taken } = await sql<{ unit_id: number }>`
    select unit_id from order_allocations where unit_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  const ids = new Set(taken.map(({ unit_id }) => unit_id));
  return rows.filter(({ id }) => !ids.has(id));
}
