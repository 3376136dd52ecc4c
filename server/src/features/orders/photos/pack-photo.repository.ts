import { PACK_SECTIONS, type PackSection, PERSONAL_SECTION } from '@stowage/contract/order-photos';
import { RECIPIENT_DAYS } from '@stowage/contract/orders';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deliveryOf } from '../recipient.repository.ts';

export async function countPackPhotos(tx: Database, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from photos where order_id = ${orderId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Takes a photo away; its files go within the hour. @returns what it showed; undefined when it is not there */
export async function deletePackPhoto(tx: Database, { orderId, id, now }: { orderId: string; id: number; now: Date }): Promise<PackSection | undefined> {
  const { rows } = await sql<{ section: PackSection }>`
    update photos set deleted_at = ${now} where id = ${id} and order_id = ${orderId} and deleted_at is null returning section`.execute(tx);
  return rows[0]?.section;
}

/** Takes away the photos that show whom orders went to, so many days after their delivery. Plan: the index of such photos. */
export async function forgetPersonalPhotos(db: Database, now: Date): Promise<void> {
  await sql`
    with forgotten as (
      update photos p set deleted_at = ${now} from orders o
      where o.order_id = p.order_id and p.section = ${PERSONAL_SECTION} and p.deleted_at is null and p.order_id is not null
        and ${deliveryOf('o')} + make_interval(days => ${RECIPIENT_DAYS}) <= ${now}
      returning p.order_id
    )
    insert into order_events (order_id, kind, detail, at)
    select order_id, 'PHOTO_REMOVED', ${`Photos forgotten: ${PACK_SECTIONS[PERSONAL_SECTION]}`}, ${now}::timestamptz from forgotten group by order_id`.execute(
    db,
  );
}
