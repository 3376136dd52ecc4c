import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** What brought units in. */
export interface ArrivalDocument {
  readonly returnGradeId: number;
}

/**
 * The movements that brought a document's units in, with those units, in the order of their ids.
 * Plan: the document's movements from their index.
 */
export async function listReceiptMovements(tx: Database, { returnGradeId }: ArrivalDocument): Promise<{ movementId: number; unitId: number }[]> {
  const { rows } = await sql<{ movementId: number; unitId: number }>`
    select id as "movementId", unit_id as "unitId" from stock_movements where return_grade_id = ${returnGradeId} and type = 'ADD' order by unit_id`.execute(tx);
  return rows;
}
