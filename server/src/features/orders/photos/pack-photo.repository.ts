import { PACK_SECTIONS, PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { sql } from 'kysely';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { deleteOrderSection } from '../../photos/index.ts';
import { ORDER_DELIVERY } from '../recipients/delivery.condition.ts';

/** Deletes the photos that show the recipients of orders, a fixed number of days after the delivery. */
export async function deletePersonalPhotos(db: DatabasePool, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Plan: the index of such photos, which are few.
    const { rows } = await sql<{ id: string }>`
      select distinct o.order_id as id from photos p join orders o on o.order_id = p.order_id
      where p.section = ${PERSONAL_SECTION} and p.deleted_at is null and p.order_id is not null
        and ${ORDER_DELIVERY} + make_interval(days => ${RECIPIENT_DAYS}) <= ${now}`.execute(tx);
    if (rows.length === 0) return;
    const orderIds = await deleteOrderSection(tx, { orderIds: rows.map(({ id }) => id), section: PERSONAL_SECTION, now });
    await sql`
      insert into order_events (order_id, kind, detail, at)
      select order_id, 'PHOTO_REMOVED', ${`Photos deleted: ${PACK_SECTIONS[PERSONAL_SECTION]}`}, ${now}::timestamptz
      from unnest(${orderIds}::text[]) as o (order_id)`.execute(tx);
  });
}
