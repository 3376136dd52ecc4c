import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';

/**
 * The status of a locked unit in a location: quarantine if the location isn't sellable, else the unit's last sellable
 * status. So a reserved unit stays reserved after quarantine or removal.
 * Plan: the unit's movements from the end of their index; most units need none.
 */
export async function statusAt(tx: Database, place: { readonly isQuarantine: boolean }, unit: Pick<Unit, 'id' | 'status'>): Promise<Unit['status']> {
  if (place.isQuarantine) return 'QUARANTINE';
  if (isForSale(unit.status)) return unit.status;
  const { rows } = await sql<{ before_status: Unit['status'] | null; after_status: Unit['status'] }>`
    select before_status, after_status from stock_movements
    where unit_id = ${unit.id} and (before_status in ('AVAILABLE', 'SALE_PENDING') or after_status in ('AVAILABLE', 'SALE_PENDING'))
    order by id desc limit 1`.execute(tx);
  const [last] = rows;
  return [last?.after_status, last?.before_status].find(isForSale) ?? 'AVAILABLE';
}

function isForSale(status: Unit['status'] | null | undefined): status is 'AVAILABLE' | 'SALE_PENDING' {
  return status === 'AVAILABLE' || status === 'SALE_PENDING';
}
