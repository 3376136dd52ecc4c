import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { type Unit, unitColumns } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfItem } from '../units/of-item.condition.ts';

/**
 * Units of an item in a location, locked, those first that have been in stock longest. Fewer than asked for if there are no more.
 * Waits for units that another transaction has locked, and takes others for those that it moved away.
 */
export async function lockUnitsIn(tx: DatabaseTransaction, item: ScannedItem, locationId: number, limit: number): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select ${unitColumns} from units u where u.location_id = ${locationId} and ${isOfItem(item)} and ${inStock}
    order by u.id limit ${limit} for update of u`.execute(tx);
  return rows;
}
