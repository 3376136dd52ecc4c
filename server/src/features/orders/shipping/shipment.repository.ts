import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { queueTask } from '../../../platform/jobs/queue-task.ts';

/** The state of an order's confirmation to the marketplace. */
export interface Shipment {
  readonly shipDate: Date;
  readonly enteredAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** Whether a box was sent, so that the marketplace may know of the shipment. */
  readonly wasSent: boolean;
}

interface NewShipment {
  readonly orderId: string;
  readonly shipDate: Date;
  readonly enteredBy: number;
  readonly now: Date;
}

/** Saves that an order ships and is to be confirmed now. Its boxes are saved separately. */
export async function saveShipment(tx: Database, { orderId, shipDate, enteredBy, now }: NewShipment): Promise<void> {
  const values = {
    ship_date: shipDate,
    attempts: 0,
    was_sent: false,
    next_attempt_at: now,
    failure: null,
    confirmed_at: null,
    entered_by: enteredBy,
    entered_at: now,
  };
  await tx
    .insertInto('order_shipments')
    .values({ order_id: orderId, ...values })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute();
}

export async function findShipment(db: Database, orderId: string): Promise<Shipment | undefined> {
  return db
    .selectFrom('order_shipments')
    .select(['ship_date as shipDate', 'entered_at as enteredAt', 'attempts', 'next_attempt_at as nextAttemptAt', 'was_sent as wasSent'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Saved before the first box is sent, because from then on the marketplace may know of the shipment, even if the process dies. */
export async function markSent(db: Database, orderId: string): Promise<void> {
  await db.updateTable('order_shipments').set({ was_sent: true }).where('order_id', '=', orderId).where('was_sent', '=', false).execute();
}

export async function deleteShipment(tx: Database, orderId: string): Promise<void> {
  await tx.deleteFrom('order_shipments').where('order_id', '=', orderId).execute();
}

export async function saveAttempt(
  tx: Database,
  orderId: string,
  attempt: { attempts?: number; next_attempt_at: Date | null; failure: string | null; confirmed_at?: Date; was_sent?: boolean },
): Promise<void> {
  await tx.updateTable('order_shipments').set(attempt).where('order_id', '=', orderId).execute();
}

/** Counts the shipped allocations of each line. */
export async function listShippedItems(db: Database, orderId: string): Promise<{ itemId: string; quantity: number }[]> {
  const { rows } = await sql<{ itemId: string; quantity: number }>`
    select item_id as "itemId", count(*)::int as quantity from order_allocations where order_id = ${orderId} and state = 'SHIPPED' group by item_id order by item_id`.execute(
    db,
  );
  return rows;
}

/** Lists the shipments that are due to be confirmed. Plan: the index of shipments with a next attempt. */
export async function listDue(db: Database, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('order_shipments').select('order_id').where('next_attempt_at', '<=', now).orderBy('next_attempt_at').limit(500).execute();
  return rows.map(({ order_id }) => order_id);
}

export const CONFIRM_TASK = 'confirm-shipment';

/** Queues the confirmation of an order in the caller's transaction. Attempts for one order run one after another, different orders run in parallel. */
export async function queueConfirmation(tx: Database, orderId: string, at: Date): Promise<void> {
  await queueTask(tx, CONFIRM_TASK, { payload: { orderId }, key: `confirm-${orderId}`, queue: `confirm-${orderId}`, at });
}
