import { PACK_SECTIONS, PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deliveryOf } from '../recipients/recipient.repository.ts';

/** Deletes the photos that show recipients, a fixed number of days after the delivery. Plan: the index of such photos. */
export async function deletePersonalPhotos(db: Database, now: Date): Promise<void> {
  await sql`
    with deleted as (
      update photos p set deleted_at = ${now} from orders o
      where o.order_id = p.order_id and p.section = ${PERSONAL_SECTION} and p.deleted_at is null and p.order_id is not null
        and ${deliveryOf('o')} + make_interval(days => ${RECIPIENT_DAYS}) <= ${now}
      returning p.order_id
    )
    insert into order_events (order_id, kind, detail, at)
    select order_id, 'PHOTO_REMOVED', ${`Photos deleted: ${PACK_SECTIONS[PERSONAL_SECTION]}`}, ${now}::timestamptz from deleted group by order_id`.execute(db);
}
