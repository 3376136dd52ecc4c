import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The movements that added the units of a disposition decision, by unit id. Plan: the index by decision. */
export async function listReceiptMovements(tx: Database, decisionId: number): Promise<{ movementId: number; unitId: number }[]> {
  const { rows } = await sql<{ movementId: number; unitId: number }>`
    select id as "movementId", unit_id as "unitId" from stock_movements where return_grade_id = ${decisionId} and type = 'ADD' order by unit_id`.execute(tx);
  return rows;
}

/** Whether the movements of a disposition decision would be in archived partitions: these reach beyond its time. */
export async function isReceiptArchived(tx: Database, decisionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from return_grades g join dispositions d on d.id = g.disposition_id
    where g.id = ${decisionId} and (d.condition is not null or d.is_quarantined) and exists (select from archived_partitions a
      where a.table_name = 'stock_movements' and a.state <> 'ATTACHED' and (a.manifest ->> 'lastAt')::timestamptz >= g.created_at)`.execute(tx);
  return rows.length > 0;
}
