import { LAST_LABEL_DISPLAY_ORDER } from '@stowage/contract/returns/dispositions';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

export interface NewDecision {
  readonly removalShipmentId: number;
  readonly dispositionId: number;
  readonly quantity: number;
  readonly clientId?: string | undefined;
  readonly actorId: number;
}

/**
 * Gives units of a line a disposition. Locks the line first, so that two people can't decide about more units than were
 * shipped and confirmed as extra. @returns the decision's id
 */
export async function insertDecision(tx: Database, decision: NewDecision): Promise<number> {
  const { removalShipmentId, dispositionId, quantity, clientId, actorId } = decision;
  const units = await lockLine(tx, removalShipmentId);
  const left = unitsLeft(units);
  if (quantity > left) {
    throw new AppError('rule_violated', `Only ${left} of ${units.shipped + units.extra} units are left to disposition.`, { reason: 'more_than_shipped' });
  }
  const inserted = await sql<{ id: number }>`
    insert into return_grades (removal_shipment_id, disposition_id, quantity, client_id, actor_id)
    values (${removalShipmentId}, ${dispositionId}, ${quantity}, ${clientId ?? null}, ${actorId})
    returning id`.execute(tx);
  // The decision shows that the package arrived; for a line in several packages it doesn't show which one.
  await sql`
    insert into return_packages (tracking_number, arrived_by)
    select tracking_numbers[1], ${actorId}::bigint from removal_shipments where id = ${removalShipmentId} and cardinality(tracking_numbers) = 1
    on conflict (tracking_number) do nothing`.execute(tx);
  return onlyRow(inserted).id;
}

/** The units of a line: shipped, confirmed as extra, and with a disposition. */
export interface LineUnits {
  readonly shipped: number;
  readonly extra: number;
  readonly graded: number;
}

/** Never negative: a report can lower the shipped quantity after units got a disposition. */
export function unitsLeft({ shipped, extra, graded }: LineUnits): number {
  return Math.max(0, shipped + extra - graded);
}

/** Locks a line until the transaction ends. @throws AppError `not_found` */
export async function lockLine(tx: Database, id: number): Promise<LineUnits> {
  const line = await sql<{ quantity: number }>`select quantity from removal_shipments where id = ${id} for update`.execute(tx);
  if (line.rows[0] === undefined) throw new AppError('not_found', 'There is no such line of a returned package.');
  const { rows } = await sql<{ graded: number; extra: number }>`
    select coalesce((select sum(quantity)::int from return_grades where removal_shipment_id = ${id} and voided_at is null), 0) as graded,
           coalesce((select quantity from return_extras where removal_shipment_id = ${id}), 0) as extra`.execute(tx);
  return { shipped: line.rows[0].quantity, ...(rows[0] ?? { graded: 0, extra: 0 }) };
}

export interface RecordedDecision {
  readonly removalShipmentId: number;
  readonly isVoided: boolean;
  readonly hasCase: boolean;
}

/** A decision. Dispositions after the last one with a label create cases. */
export async function findDecision(db: Database, id: number): Promise<RecordedDecision | undefined> {
  const { rows } = await sql<RecordedDecision>`
    select g.removal_shipment_id as "removalShipmentId", g.voided_at is not null as "isVoided",
      d.display_order > ${LAST_LABEL_DISPLAY_ORDER} as "hasCase"
    from return_grades g join dispositions d on d.id = g.disposition_id where g.id = ${id}`.execute(db);
  return rows[0];
}

export async function markVoided(tx: Database, id: number, actorId: number): Promise<void> {
  await sql`
    with voided as (update return_grades set voided_at = now(), voided_by = ${actorId} where id = ${id} and voided_at is null returning id)
    insert into return_voids (return_grade_id, actor_id, at) select id, ${actorId}, now() from voided`.execute(tx);
}

/** Saves how many units of a line arrived beyond those shipped. */
export async function saveExtras(tx: Database, { lineId, quantity, actorId }: { lineId: number; quantity: number; actorId: number }): Promise<void> {
  if (quantity === 0) return void (await sql`delete from return_extras where removal_shipment_id = ${lineId}`.execute(tx));
  await sql`
    insert into return_extras (removal_shipment_id, quantity, confirmed_by) values (${lineId}, ${quantity}, ${actorId})
    on conflict (removal_shipment_id) do update set quantity = excluded.quantity, confirmed_by = excluded.confirmed_by, confirmed_at = now()
    where return_extras.quantity <> excluded.quantity`.execute(tx);
}

/** Marks a package as arrived. @returns whether it was not marked before */
export async function markArrived(db: Database, trackingNumber: string, actorId: number): Promise<boolean> {
  const { rows } = await sql<object>`
    insert into return_packages (tracking_number, arrived_by) values (${trackingNumber}, ${actorId})
    on conflict (tracking_number) do nothing returning 1`.execute(db);
  return rows.length > 0;
}
