import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface NewDecision {
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
export async function insertDecision(tx: Database, grade: NewDecision): Promise<{ readonly gradeId: number; readonly isRepeat: boolean }> {
  const units = await lockLine(tx, grade.removalShipmentId);
  if (grade.clientId !== undefined) {
    const seen = await sql<{ id: number }>`select id from return_grades where client_id = ${grade.clientId}`.execute(tx);
    if (seen.rows[0] !== undefined) return { gradeId: seen.rows[0].id, isRepeat: true };
  }
  const left = unitsLeft(units);
  if (grade.quantity > left) {
    throw new AppError('rule_violated', `Only ${left} of ${units.shipped + units.extra} units are left to disposition.`, { reason: 'more_than_shipped' });
  }
  const inserted = await sql<{ id: number }>`
    insert into return_grades (removal_shipment_id, disposition_id, quantity, client_id, actor_id)
    values (${grade.removalShipmentId}, ${grade.dispositionId}, ${grade.quantity}, ${grade.clientId ?? null}, ${grade.actorId})
    returning id`.execute(tx);
  // Its box is here then; of a line that came in several boxes nobody knows which.
  await sql`
    insert into return_packages (tracking_number, arrived_by)
    select tracking_numbers[1], ${grade.actorId}::bigint from removal_shipments where id = ${grade.removalShipmentId} and cardinality(tracking_numbers) = 1
    on conflict (tracking_number) do nothing`.execute(tx);
  return { gradeId: inserted.rows[0]?.id ?? 0, isRepeat: false };
}

/** What a line's units are at: shipped, said to be extra, and those that have a disposition. */
export interface LineUnits {
  readonly shipped: number;
  readonly extra: number;
  readonly graded: number;
}

/** A report may lower what was shipped after it was graded: then none are left. */
export function unitsLeft({ shipped, extra, graded }: LineUnits): number {
  return Math.max(0, shipped + extra - graded);
}

/** Locks a line until the transaction ends: whoever grades it next waits. @throws AppError `not_found` */
export async function lockLine(tx: Database, id: number): Promise<LineUnits> {
  const line = await sql<{ quantity: number }>`select quantity from removal_shipments where id = ${id} for update`.execute(tx);
  if (line.rows[0] === undefined) throw new AppError('not_found', 'There is no such line of a returned box.');
  const { rows } = await sql<{ graded: number; extra: number }>`
    select coalesce((select sum(quantity)::int from return_grades where removal_shipment_id = ${id} and voided_at is null), 0) as graded,
           coalesce((select quantity from return_extras where removal_shipment_id = ${id}), 0) as extra`.execute(tx);
  return { shipped: line.rows[0].quantity, ...(rows[0] ?? { graded: 0, extra: 0 }) };
}

export interface RecordedDecision {
  readonly removalShipmentId: number;
  readonly dispositionId: number;
  readonly quantity: number;
  readonly isVoided: boolean;
  readonly hasCase: boolean;
}

/** @param lastLabelOrder dispositions above this one make cases */
export async function findDecision(db: Database, id: number, lastLabelOrder: number): Promise<RecordedDecision | undefined> {
  const { rows } = await sql<RecordedDecision>`
    select g.removal_shipment_id as "removalShipmentId", g.disposition_id as "dispositionId", g.quantity, g.voided_at is not null as "isVoided",
      d.display_order > ${lastLabelOrder} as "hasCase"
    from return_grades g join dispositions d on d.id = g.disposition_id where g.id = ${id}`.execute(db);
  return rows[0];
}

export async function markVoided(tx: Database, id: number, actorId: number): Promise<void> {
  await sql`update return_grades set voided_at = now(), voided_by = ${actorId} where id = ${id} and voided_at is null`.execute(tx);
}

/** Keeps how many units of a line came beyond those that were shipped. */
export async function saveExtras(tx: Database, { lineId, quantity, actorId }: { lineId: number; quantity: number; actorId: number }): Promise<void> {
  if (quantity === 0) return void (await sql`delete from return_extras where removal_shipment_id = ${lineId}`.execute(tx));
  await sql`
    insert into return_extras (removal_shipment_id, quantity, confirmed_by) values (${lineId}, ${quantity}, ${actorId})
    on conflict (removal_shipment_id) do update set quantity = excluded.quantity, confirmed_by = excluded.confirmed_by, confirmed_at = now()
    where return_extras.quantity <> excluded.quantity`.execute(tx);
}

/** Keeps that a box is here. @returns whether it was not known before */
export async function markArrived(db: Database, trackingNumber: string, actorId: number): Promise<boolean> {
  const { rows } = await sql<object>`
    insert into return_packages (tracking_number, arrived_by) values (${trackingNumber}, ${actorId})
    on conflict (tracking_number) do nothing returning 1`.execute(db);
  return rows.length > 0;
}
