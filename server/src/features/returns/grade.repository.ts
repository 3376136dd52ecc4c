import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface NewGrade {
  readonly removalShipmentId: number;
  readonly dispositionId: number;
  readonly quantity: number;
  readonly clientId: string | undefined;
  readonly actorId: number;
}

/**
 * Says that so many units of a line got a disposition. The line is locked first, so that two people who grade it at once
 * never give away more units than were shipped and confirmed as extra. `tx` must be a transaction.
 * A client id that was seen before answers the grade of then.
 */
export async function insertGrade(tx: Database, grade: NewGrade): Promise<{ readonly gradeId: number; readonly isRepeat: boolean }> {
  const line = await sql<{ quantity: number }>`select quantity from removal_shipments where id = ${grade.removalShipmentId} for update`.execute(tx);
  if (line.rows[0] === undefined) throw new AppError('not_found', 'There is no such line of a returned box.');
  if (grade.clientId !== undefined) {
    const seen = await sql<{ id: number }>`select id from return_grades where client_id = ${grade.clientId}`.execute(tx);
    if (seen.rows[0] !== undefined) return { gradeId: seen.rows[0].id, isRepeat: true };
  }
  const { rows } = await sql<{ graded: number; extra: number }>`
    select coalesce((select sum(quantity)::int from return_grades where removal_shipment_id = ${grade.removalShipmentId} and voided_at is null), 0) as graded,
           coalesce((select quantity from return_extras where removal_shipment_id = ${grade.removalShipmentId}), 0) as extra`.execute(tx);
  const { graded, extra } = rows[0] ?? { graded: 0, extra: 0 };
  const left = line.rows[0].quantity + extra - graded;
  if (grade.quantity > left) {
    throw new AppError('rule_violated', `Only ${Math.max(left, 0)} of ${line.rows[0].quantity} units are left to disposition.`, {
      reason: 'more_than_shipped',
    });
  }
  const inserted = await sql<{ id: number }>`
    insert into return_grades (removal_shipment_id, disposition_id, quantity, client_id, actor_id)
    values (${grade.removalShipmentId}, ${grade.dispositionId}, ${grade.quantity}, ${grade.clientId ?? null}, ${grade.actorId})
    returning id`.execute(tx);
  return { gradeId: inserted.rows[0]?.id ?? 0, isRepeat: false };
}
