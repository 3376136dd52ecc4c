import { displayGtin } from '@stowage/contract/catalog/identifiers';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { type OrderRecord, orderColumns, orderJoins, toSummary, withAllocations } from '../list/order-page.read-model.ts';
import { listOrderAllocations } from '../list/order-row.read-model.ts';
import { findDelivery } from '../recipients/recipient.repository.ts';
import { purgeAtOf } from '../recipients/recipient.service.ts';
import { listShownBoxes } from '../shipping/box.repository.ts';
import { refuseUndo } from '../shipping/shipping.rules.ts';
import { listPackages } from '../tracking/tracking.repository.ts';
import { trackingText } from '../tracking/tracking.rules.ts';
import { listOrderCases, listOrderReturns } from './linked.read-model.ts';

interface Row extends OrderRecord {
  service_level: string | null;
  currency: string | null;
  total: string | null;
  first_seen_at: Date;
}

const EVENTS_LIMIT = 500;

/** Finds an order with all its details, except the photos, whose addresses are signed. @param id the order number, or the id of one of its allocations */
export async function findOrder(db: Database, id: string, now: Date): Promise<Omit<OrderDetail, 'photos' | 'label_photos'> | undefined> {
  const { rows } = await sql<Row>`
    select ${orderColumns}, o.service_level, o.currency, o.total::text, o.first_seen_at from orders o ${orderJoins}
    where o.order_id = coalesce(${id}::text, '') or o.order_id = (select p.order_id from order_allocations p where p.id = ${allocationId(id)}::bigint)
    order by o.order_id = ${id} desc limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { order_id: orderId } = row;
  const [allocations, items, shipment, packages, returns, cases, events, delivery] = await Promise.all([
    listOrderAllocations(db, [orderId]),
    listOrderItems(db, orderId),
    findShownShipment(db, orderId),
    listPackages(db, [orderId]),
    listOrderReturns(db, orderId),
    listOrderCases(db, orderId),
    listEvents(db, orderId),
    findDelivery(db, orderId),
  ]);
  const own = allocations.get(orderId) ?? [];
  const purgeAt = delivery && purgeAtOf(delivery.at);
  const isPartlyConfirmed = shipment?.boxes.some(({ confirmed_at }) => confirmed_at !== null) ?? false;
  const isPacked = own.some(({ state }) => state === 'SHIPPED');
  return {
    ...toSummary(row),
    ...withAllocations(own),
    service_level: row.service_level,
    currency: row.currency,
    total: row.total,
    cancel_answer: row.cancel_answer,
    may_undo: isPacked && refuseUndo({ status: row.status, localState: row.local_state }, isPartlyConfirmed) === undefined,
    items,
    shipment,
    packages: packages.map((one) => ({
      reference: one.reference,
      status: trackingText(one),
      carrier: one.carrier,
      tracking_number: one.trackingNumber,
      delivered_at: one.deliveredAt && utcText(one.deliveredAt),
    })),
    returns,
    cases,
    imported_at: utcText(row.first_seen_at),
    recipient_until: purgeAt !== undefined && purgeAt > now ? utcText(purgeAt) : null,
    events,
  };
}

/** Parses the id of an allocation. Longer digit strings are not ids. */
function allocationId(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

async function listOrderItems(db: Database, orderId: string): Promise<OrderDetail['items']> {
  const { rows } = await sql<OrderDetail['items'][number]>`
    select i.item_id, i.title, i.seller_sku as sku, i.asin, l.fnsku,
      (select gtin14 from product_gtins g where g.product_id = l.product_id order by gtin14 limit 1) as gtin,
      (select image_url from catalog_items c where c.asin = upper(i.asin)) as photo, i.condition, i.quantity,
      (select count(*) from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id
        and (p.state = 'SHIPPED' or p.verified_unit_id = p.unit_id))::int as verified,
      greatest(i.shipped, (select count(*) from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id and p.state = 'SHIPPED'))::int as shipped,
      i.price::text, i.tax::text, i.shipping::text
    from order_items i left join listings l on l.seller_sku = i.seller_sku where i.order_id = ${orderId} order by i.item_id`.execute(db);
  return rows.map((item) => ({ ...item, gtin: item.gtin && displayGtin(item.gtin) }));
}

async function findShownShipment(db: Database, orderId: string): Promise<OrderDetail['shipment']> {
  const row = await db
    .selectFrom('order_shipments as t')
    .leftJoin('users as u', 'u.id', 't.entered_by')
    .selectAll('t')
    .select('u.name as entered_by_name')
    .where('t.order_id', '=', orderId)
    .executeTakeFirst();
  const boxes = await listShownBoxes(db, orderId);
  const [first] = boxes;
  if (row === undefined || first === undefined) return null;
  return {
    package_id: first.package_id,
    carrier_code: first.carrier_code,
    carrier_name: first.carrier_name,
    shipping_method: first.shipping_method,
    tracking_number: first.tracking_number,
    ship_date: utcText(row.ship_date),
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at && utcText(row.next_attempt_at),
    failure: row.failure,
    confirmed_at: row.confirmed_at && utcText(row.confirmed_at),
    entered_by: row.entered_by_name,
    boxes,
  };
}

async function listEvents(db: Database, orderId: string): Promise<OrderDetail['events']> {
  const rows = await db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.kind', 'e.detail', 'u.name as actor', 'e.at'])
    .where('e.order_id', '=', orderId)
    .orderBy('e.id', 'desc')
    .limit(EVENTS_LIMIT)
    .execute();
  return rows.map((row) => ({ ...row, at: utcText(row.at) }));
}
