import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** How often the marketplace was told of an order, and since when it left. */
export interface Shipment {
  readonly shipDate: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** Something of it was sent: the marketplace may know of it. */
  readonly wasSent: boolean;
}

interface NewShipment {
  readonly orderId: string;
  readonly shipDate: Date;
  readonly enteredBy: number;
  readonly now: Date;
}

/** Keeps that an order leaves, to be told at once. Its boxes are kept beside it. */
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

/** The marketplace says by itself that the order was shipped: it need not be notified any more. */
export async function markConfirmedElsewhere(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx.updateTable('order_shipments').set({ next_attempt_at: null, failure: null, confirmed_at: now }).where('order_id', '=', orderId).execute();
}

export async function findShipment(db: Database, orderId: string): Promise<Shipment | undefined> {
  return db
    .selectFrom('order_shipments')
    .select(['ship_date as shipDate', 'attempts', 'next_attempt_at as nextAttemptAt', 'was_sent as wasSent'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Kept before the first box is told: from then on the marketplace may know of it, whatever becomes of the process. */
export async function markSent(db: Database, orderId: string): Promise<void> {
  await db.updateTable('order_shipments').set({ was_sent: true }).where('order_id', '=', orderId).where('was_sent', '=', false).execute();
}

export async function deleteShipment(tx: Database, orderId: string): Promise<void> {
  await tx.deleteFrom('order_shipments').where('order_id', '=', orderId).execute();
}

/** What an attempt to tell the marketplace came to. */
export async function saveAttempt(
  tx: Database,
  orderId: string,
  attempt: { attempts?: number; next_attempt_at: Date | null; failure: string | null; confirmed_at?: Date; was_sent?: boolean },
): Promise<void> {
  await tx.updateTable('order_shipments').set(attempt).where('order_id', '=', orderId).execute();
}

/** How many pieces of each line were shipped. */
export async function listShippedItems(db: Database, orderId: string): Promise<{ itemId: string; quantity: number }[]> {
  const { rows } = await sql<{ itemId: string; quantity: number }>`
    select item_id as "itemId", count(*)::int as quantity from order_allocations where order_id = ${orderId} and state = 'SHIPPED' group by item_id order by item_id`.execute(
    db,
  );
  return rows;
}

/** Shipments that are to be told now. Plan: the index of those that are to be told at all. */
export async function listDue(db: Database, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('order_shipments').select('order_id').where('next_attempt_at', '<=', now).orderBy('next_attempt_at').limit(500).execute();
  return rows.map(({ order_id }) => order_id);
}

/** The task that tells the marketplace of one order. */
export const CONFIRM_TASK = 'confirm-shipment';

/** Queues the telling of an order in the caller's transaction; orders wait for nobody, attempts of one order for each other. */
export async function queueConfirmation(tx: Database, orderId: string, at: Date): Promise<void> {
  await sql`select graphile_worker.add_job(${CONFIRM_TASK}, json_build_object('orderId', ${orderId}::text), job_key := ${`confirm-${orderId}`},
    queue_name := ${`confirm-${orderId}`}, run_at := ${at})`.execute(tx);
}
