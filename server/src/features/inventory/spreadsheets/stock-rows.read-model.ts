import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The movement that added each unit. Plan: the index by unit. */
export async function listFirstMovements(tx: Database, unitIds: readonly number[]): Promise<{ unitId: number; movementId: number }[]> {
  const { rows } = await sql<{ unitId: number; movementId: number }>`
    select distinct on (unit_id) unit_id as "unitId", id as "movementId" from stock_movements
    where unit_id = any(${unitIds}::bigint[]) and type = 'ADD' order by unit_id, id`.execute(tx);
  return rows;
}
