import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** A package of an order, as the marketplace last reported it. */
export interface PackageRecord {
  readonly orderId: string;
  readonly reference: string;
  readonly status: string;
  readonly detailedStatus: string | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly units: number;
  /** When the marketplace first reported it. */
  readonly deliveredAt: Date | null;
  readonly returnedAt: Date | null;
}

export async function listPackages(db: Database, orderIds: readonly string[]): Promise<PackageRecord[]> {
  const { rows } = await sql<PackageRecord>`
    select order_id as "orderId", reference, status, detailed_status as "detailedStatus", carrier, tracking_number as "trackingNumber", units,
      delivered_at as "deliveredAt", returned_at as "returnedAt"
    from order_packages where order_id = any(${orderIds}::text[]) order by order_id, length(reference), reference`.execute(db);
  return rows;
}

export async function savePackages(tx: Database, packages: readonly PackageRecord[]): Promise<void> {
  const rows = packages.map((one) => ({
    order_id: one.orderId,
    reference: one.reference,
    status: one.status,
    detailed_status: one.detailedStatus,
    carrier: one.carrier,
    tracking_number: one.trackingNumber,
    units: one.units,
    delivered_at: one.deliveredAt,
    returned_at: one.returnedAt,
  }));
  if (rows.length === 0) return;
  await tx
    .insertInto('order_packages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'reference']).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        detailed_status: ref('excluded.detailed_status'),
        carrier: ref('excluded.carrier'),
        tracking_number: ref('excluded.tracking_number'),
        units: ref('excluded.units'),
        delivered_at: ref('excluded.delivered_at'),
        returned_at: ref('excluded.returned_at'),
      })),
    )
    .execute();
}

export async function insertTracking(tx: Database, events: readonly { readonly orderId: string; readonly detail: string; readonly at: Date }[]): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('order_events')
    .values(events.map(({ orderId, detail, at }) => ({ order_id: orderId, kind: 'TRACKING', detail, at })))
    .execute();
}

/**
 * Marks orders as delivered when all their packages are, at the time of the last one. The recipient is then deleted a fixed
 * number of days after that time, instead of after the promised delivery.
 */
export async function markDelivered(tx: Database, orderIds: readonly string[]): Promise<void> {
  await sql`
    with arrived as (
      select order_id, max(delivered_at) as at from order_packages
      where order_id = any(${orderIds}::text[]) and (status <> 'CANCELLED' or delivered_at is not null)
      group by order_id having bool_and(delivered_at is not null)
    ), delivered as (
      update orders o set delivered_at = a.at from arrived a
      where o.order_id = a.order_id and o.delivered_at is null and o.status = 'SHIPPED' returning o.order_id, a.at
    ), rescheduled as (
      update order_recipients r set purge_at = d.at + make_interval(days => ${RECIPIENT_DAYS}) from delivered d where r.order_id = d.order_id
    )
    insert into order_events (order_id, kind, detail, at) select order_id, 'DELIVERED', 'Delivered', at from delivered`.execute(tx);
}

/**
 * Records how many units of orders came back, from the customer returns report or from package statuses. Safe to repeat.
 * Locks the orders in one order, so that two imports never deadlock, and counts in a second statement, which sees what
 * another import committed during the wait.
 */
export async function markReturned(tx: Database, orderIds: readonly string[]): Promise<void> {
  await sql`select from orders where order_id = any(${orderIds}::text[]) order by order_id for update`.execute(tx);
  await sql`
    with reported as (
      select k.order_id, k.returned_units as before, least(r.at, p.at) as at, greatest(r.units, p.units) as units from orders k
      cross join lateral (select min(returned_at) as at, coalesce(sum(quantity), 0)::int as units from customer_returns where order_id = k.order_id) r
      cross join lateral (
        select min(returned_at) as at, coalesce(sum(units), 0)::int as units from order_packages where order_id = k.order_id and returned_at is not null
      ) p
      where k.order_id = any(${orderIds}::text[])
    ), returned as (
      update orders o set returned_units = t.units, returned_at = t.at from reported t
      where o.order_id = t.order_id and t.units > t.before and t.at is not null returning o.order_id, t.at, t.units - t.before as units
    )
    insert into order_events (order_id, kind, detail, at)
    select order_id, 'RETURNED', 'Returned: ' || units || case units when 1 then ' unit' else ' units' end, at from returned`.execute(tx);
}
