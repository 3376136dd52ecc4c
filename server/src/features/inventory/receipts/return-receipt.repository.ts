import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The movements that added the units of a disposition decision, by unit id. Plan: the index by decision. */
export async function listReceiptMovements(tx: Database, decisionId: number): Promise<{ movementId: number; unitId: number }[]> {
  const { rows } = await sql<{ movementId: number; unitId: number }>`
    select id as "movementId", unit_id as "unitId" from stock_movements where return_grade_id = ${decisionId} and type = 'ADD' order by unit_id`.execute(tx);
  return rows;
}
