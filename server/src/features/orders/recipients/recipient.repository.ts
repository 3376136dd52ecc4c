import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { ORDER_DELIVERY } from './delivery.condition.ts';

export async function findDelivery(
  db: Database,
  orderId: string,
): Promise<{ readonly at: Date; readonly updatedAt: Date; readonly isToShip: boolean } | undefined> {
  const { rows } = await sql<{ at: Date; updatedAt: Date; isToShip: boolean }>`
    select ${ORDER_DELIVERY} as at, o.updated_at as "updatedAt", o.stage in ('TO_SHIP', 'TO_CONFIRM') as "isToShip"
    from orders o where o.order_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Finds the sealed recipient, if it was fetched after the order's last change. */
export async function findRecipient(db: Database, orderId: string, updatedAt: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('order_recipients')
    .select('sealed')
    .where('order_id', '=', orderId)
    .where('order_updated_at', '>=', updatedAt)
    .executeTakeFirst();
  return row?.sealed;
}

interface NewRecipient {
  readonly orderId: string;
  readonly sealed: string;
  readonly purgeAt: Date;
  /** The order's last change at the time of the fetch. */
  readonly updatedAt: Date;
}

export async function saveRecipient(db: Database, { orderId, sealed, purgeAt, updatedAt }: NewRecipient): Promise<void> {
  const values = { sealed, purge_at: purgeAt, order_updated_at: updatedAt };
  await db
    .insertInto('order_recipients')
    .values({ order_id: orderId, ...values })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute();
}

/** Kinds of events whose text people write: they may name the buyer. */
const WRITTEN = ['NOTE', 'RECIPIENT_SHOWN'];
const REMOVED = 'Removed 30 days after the delivery';

/** Removes what people wrote at orders that were delivered before a moment, and not after it. The event stays. @returns how many texts */
export async function purgeWrittenText(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_events e set detail = ${REMOVED} from orders o
    where o.order_id = e.order_id and e.kind = any(${WRITTEN}::text[]) and e.at <= ${before} and ${ORDER_DELIVERY} <= ${before} and e.detail <> ${REMOVED}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export async function purgeRecipients(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('order_recipients').where('purge_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
