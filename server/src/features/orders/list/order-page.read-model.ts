import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { OrderNeed, OrderStage } from '@stowage/contract/orders/order-stages';
import type { OrderSummary, OrderTotals } from '@stowage/contract/orders/orders';
import { plainTrackingNumber, trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { type WithDates, withUtcTexts } from '../../../platform/formats/utc-text.ts';
import { isCancelOpen } from '../shipping/shipping.rules.ts';
import { needsOrder } from './order-need.condition.ts';
import { type OrderCursor, type OrderFilter, type PageOf, pageOrder, selectPage } from './order-page-ids.read-model.ts';
import { listOrderAllocations, statusText } from './order-row.read-model.ts';

type Head = Omit<OrderSummary, 'pieces' | 'waiting'>;
type Computed = 'order_status' | 'is_cancel_open' | 'is_cancel_requested_after_shipping' | 'is_canceled_after_shipping';

const DATES = ['purchase_date', 'ship_by', 'deliver_by', 'started_at', 'shipped_at', 'delivered_at', 'returned_at'] as const;

export type OrderRecord = WithDates<Omit<Head, Computed>, (typeof DATES)[number]> & {
  readonly status: string;
  readonly is_cancel_requested: boolean;
  readonly cancel_answer: 'SHIP' | 'CANCEL' | null;
};

export const orderColumns = sql`
  o.order_id, o.status, o.stage, o.local_state, o.ordered_at as purchase_date, o.ship_by, o.deliver_by, o.is_prime, o.is_premium, o.is_business, o.is_gift,
  o.is_cancel_requested, o.cancel_answer, s.name as started_by, o.started_by as started_by_id, o.started_at, h.name as shipped_by, o.shipped_at, o.delivered_at,
  o.returned_at, o.returned_units, t.failure`;
export const orderJoins = sql`
  left join users s on s.id = o.started_by
  left join users h on h.id = o.shipped_by
  left join order_shipments t on t.order_id = o.order_id`;

/** Lists one page of orders with their allocations. For the plan see `order-page-ids.read-model.ts`. */
export async function listOrderPage(db: Database, filter: OrderFilter, page: PageOf): Promise<{ rows: OrderSummary[]; last: OrderCursor | undefined }> {
  const { key, direction } = pageOrder(filter);
  const ids = await selectPage(db, filter, page);
  const { rows } = await sql<OrderRecord & { readonly key: string }>`
    with page as materialized (${ids})
    select ${orderColumns}, extract(epoch from ${key})::text as key from page join orders o on o.order_id = page.order_id ${orderJoins}
    order by ${key} ${direction}, o.order_id ${direction}`.execute(db);
  const allocations = await listOrderAllocations(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const end = rows.at(-1);
  return {
    rows: rows.map((row) => ({ ...withAllocations(allocations.get(row.order_id) ?? []), ...toSummary(row) })),
    last: end && { key: end.key, orderId: end.order_id },
  };
}

/** Finds orders by order number or by tracking number. */
export async function findByNumber(db: Database, search: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where order_id = ${normalizeCode(search)}
    union select order_id from order_boxes where upper(tracking_number) = any(${[plainTrackingNumber(search), ...trackingCandidates(search)]}::text[]) limit 50`.execute(
    db,
  );
  return rows.map(({ order_id }) => order_id);
}

/** Counts the orders of each stage and need. Plan: the index of stages, for the open stages only. */
export async function countOrders(db: Database, now: Date): Promise<OrderTotals> {
  const count = (isCounted: RawBuilder<unknown>, name: keyof OrderTotals) => sql`count(*) filter (where ${isCounted})::int as ${sql.ref(name)}`;
  const stage = (name: OrderStage) => sql`o.stage = ${name}`;
  const need = (name: OrderNeed) => needsOrder(name, { now, timeZone: 'UTC' });
  const counts = [
    count(stage('TO_SHIP'), 'toShip'),
    count(need('late'), 'late'),
    count(need('urgent'), 'urgent'),
    count(stage('PENDING'), 'pending'),
    count(stage('TO_CONFIRM'), 'toConfirm'),
    count(need('failed'), 'failed'),
    count(need('cancel'), 'cancelRequested'),
    count(need('backordered'), 'backordered'),
  ];
  const result = await sql<OrderTotals>`
    select ${sql.join(counts)} from orders o where is_open_stage(o.stage)`.execute(db);
  return onlyRow(result);
}

export function toSummary({ status, is_cancel_requested, cancel_answer, ...row }: OrderRecord): Head {
  const isAsked = isCancelOpen({ isCancelRequested: is_cancel_requested, cancelAnswer: cancel_answer });
  return {
    order_status: statusText({ status, stage: row.stage }),
    is_cancel_open: row.stage === 'TO_SHIP' && isAsked,
    is_cancel_requested_after_shipping: row.stage === 'TO_CONFIRM' && status !== 'CANCELLED' && isAsked,
    is_canceled_after_shipping: status === 'CANCELLED' && row.stage === 'TO_CONFIRM',
    ...withUtcTexts(row, DATES),
  };
}

export function withAllocations<P extends { readonly state: string }>(allocations: P[]): { pieces: P[]; waiting: number } {
  return { pieces: allocations, waiting: allocations.filter(({ state }) => state === 'WAITING').length };
}
