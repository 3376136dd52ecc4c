import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** When an order reached its buyer; until that is told, when it is to. @param table its alias */
export function deliveryOf(table: 'o'): RawBuilder<Date> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<Date>`coalesce(${column('delivered_at')}, ${column('deliver_by')}, ${column('ship_by')}, ${column('ordered_at')})`;
}

export async function findDelivery(db: Database, orderId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select ${deliveryOf('o')} as at from orders o where o.order_id = ${orderId}`.execute(db);
  return rows[0]?.at;
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
