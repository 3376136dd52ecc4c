import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { OrderNeed, OrderStage } from '@stowage/contract/orders/order-stages';
import type { OrderSummary, OrderTotals } from '@stowage/contract/orders/orders';
import { plainTrackingNumber, trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { isCancelOpen } from '../shipping/shipping.rules.ts';
import { needsOrder } from './order-need.condition.ts';
import { type OrderCursor, type OrderFilter, type PageOf, pageOrder, selectPage } from './order-page-ids.read-model.ts';
import { listOrderAllocations, statusText } from './order-row.read-model.ts';

export interface OrderRecord {
  order_id: string;
  status: string;
  stage: OrderStage;
  local_state: OrderSummary['local_state'];
  ordered_at: Date;
  ship_by: Date | null;
  deliver_by: Date | null;
  is_prime: boolean;
  is_premium: boolean;
  is_business: boolean;
  is_gift: boolean;
  is_cancel_requested: boolean;
  cancel_answer: 'SHIP' | 'CANCEL' | null;
  started_by: string | null;
  started_by_id: number | null;
  started_at: Date | null;
  shipped_by: string | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  returned_at: Date | null;
  returned_units: number;
  failure: string | null;
  key: string;
}

export const orderColumns = sql`
  o.order_id, o.status, o.stage, o.local_state, o.ordered_at, o.ship_by, o.deliver_by, o.is_prime, o.is_premium, o.is_business, o.is_gift,
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
  const { rows } = await sql<OrderRecord>`
    with page as materialized (${ids})
    select ${orderColumns}, extract(epoch from ${key})::text as key from page join orders o on o.order_id = page.order_id ${orderJoins}
    order by ${key} ${direction}, o.order_id ${direction}`.execute(db);
  const allocations = await listOrderAllocations(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const end = rows.at(-1);
  return {
    rows: rows.map((row) => ({ ...toSummary(row), ...withAllocations(allocations.get(row.order_id) ?? []) })),
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
    select ${sql.join(counts)} from orders o where o.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')`.execute(db);
  return onlyRow(result);
}

type Head = Omit<OrderSummary, 'pieces' | 'waiting'>;

export function toSummary(row: OrderRecord): Head {
  const isAsked = isCancelOpen({ isCancelRequested: row.is_cancel_requested, cancelAnswer: row.cancel_answer });
  return {
    order_id: row.order_id,
    stage: row.stage,
    order_status: statusText(row),
    local_state: row.local_state,
    purchase_date: utcText(row.ordered_at),
    ship_by: row.ship_by && utcText(row.ship_by),
    deliver_by: row.deliver_by && utcText(row.deliver_by),
    is_prime: row.is_prime,
    is_premium: row.is_premium,
    is_business: row.is_business,
    is_gift: row.is_gift,
    is_cancel_open: row.stage === 'TO_SHIP' && isAsked,
    is_cancel_requested_after_shipping: row.stage === 'TO_CONFIRM' && row.status !== 'CANCELLED' && isAsked,
    is_canceled_after_shipping: row.status === 'CANCELLED' && row.stage === 'TO_CONFIRM',
    started_by: row.started_by,
    started_by_id: row.started_by_id,
    started_at: row.started_at && utcText(row.started_at),
    shipped_by: row.shipped_by,
    shipped_at: row.shipped_at && utcText(row.shipped_at),
    delivered_at: row.delivered_at && utcText(row.delivered_at),
    returned_at: row.returned_at && utcText(row.returned_at),
    returned_units: row.returned_units,
    failure: row.failure,
  };
}

export function withAllocations<P extends { readonly state: string }>(allocations: P[]): { pieces: P[]; waiting: number } {
  return { pieces: allocations, waiting: allocations.filter(({ state }) => state === 'WAITING').length };
}
