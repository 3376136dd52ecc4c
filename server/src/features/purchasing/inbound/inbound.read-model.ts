import { DAY_MS } from '@stowage/contract/formats/durations';
import { INBOUND_LIMIT, INBOUND_RETURN_DAYS, type InboundShipment } from '@stowage/contract/purchasing/inbound';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { isListOpen } from '../packing-lists/open-list.condition.ts';

/**
 * Inbound shipments: the open packing lists by expected day, then the returned boxes that have not arrived.
 * Plan: the open packing lists with their lines by key; the newest removal shipments by their index.
 */
export async function listInbound(db: Database, now: Date): Promise<InboundShipment[]> {
  const since = new Date(now.getTime() - INBOUND_RETURN_DAYS * DAY_MS);
  const { rows } = await sql<Omit<InboundShipment, 'sent_at'> & { sent_at: Date | null }>`
    (select 'VENDOR' as kind, l.id as packing_list_id, l.label as reference, o.po_number as "order", l.carrier, l.tracking_number, to_char(l.expected_on, 'YYYY-MM-DD') as expected_on,
      null::timestamptz as sent_at, coalesce(sum(n.quantity), 0)::int as units, coalesce(sum(n.received), 0)::int as received
    from packing_lists l join purchase_orders o on o.id = l.purchase_order_id left join packing_list_lines n on n.packing_list_id = l.id
    where ${isListOpen('l')} group by l.id, o.po_number order by l.expected_on nulls last, l.id limit ${INBOUND_LIMIT})
    union all
    (select 'RETURN', null, b.number, min(r.order_id), min(r.carrier), b.number, null, max(r.shipped_at), sum(r.quantity)::int, 0
    from removal_shipments r cross join unnest(r.tracking_numbers) as b (number)
    where r.shipped_at > ${since} and not exists (select from return_packages a where a.tracking_number = b.number)
      and not exists (select from return_grades g where g.removal_shipment_id = r.id and g.voided_at is null)
    group by b.number order by max(r.shipped_at) desc limit ${INBOUND_LIMIT})`.execute(db);
  return rows.map((row) => ({ ...row, sent_at: row.sent_at && utcText(row.sent_at) }));
}
