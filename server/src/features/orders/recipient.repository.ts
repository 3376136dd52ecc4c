import type { Database } from '../../platform/database/connect.ts';

/** When an order reached its buyer; until that is told, when it is to. */
export async function findDelivery(db: Database, orderId: string): Promise<Date | undefined> {
  const row = await db.selectFrom('orders').select(['delivered_at', 'deliver_by', 'ship_by', 'ordered_at']).where('order_id', '=', orderId).executeTakeFirst();
  return row && (row.delivered_at ?? row.deliver_by ?? row.ship_by ?? row.ordered_at);
}

export async function findRecipient(db: Database, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('order_recipients').select('sealed').where('order_id', '=', orderId).executeTakeFirst();
  return row?.sealed;
}

export async function saveRecipient(db: Database, { orderId, sealed, purgeAt }: { orderId: string; sealed: string; purgeAt: Date }): Promise<void> {
  const values = { sealed, purge_at: purgeAt };
  await db
    .insertInto('order_recipients')
    .values({ order_id: orderId, ...values })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute();
}

export async function purgeRecipients(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('order_recipients').where('purge_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
