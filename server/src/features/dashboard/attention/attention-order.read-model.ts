import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { needsOrder } from '../../orders/index.ts';

export interface PendingOrders {
  readonly count: number;
  /** The total as decimal text; null if no order has an amount. */
  readonly amount: string | null;
  /** The number of orders without an amount. */
  readonly unknown: number;
  readonly dueAt: Date | null;
  /** The id of the order that is due first. */
  readonly first: string | null;
}

const NO_ORDERS: PendingOrders = { count: 0, amount: null, unknown: 0, dueAt: null, first: null };
/** Sums the orders that need an action. Plan: that of the condition. */
export async function sumOrdersInNeed(db: Database, need: OrderNeed, when: { now: Date; timeZone: string }): Promise<PendingOrders> {
  const { rows } = await sql<PendingOrders>`
    select count(*)::int as count, sum(o.total)::numeric(16, 2)::text as amount, count(*) filter (where o.total is null)::int as unknown, min(o.ship_by) as "dueAt",
      (array_agg(o.order_id order by o.ship_by))[1] as first
    from orders o where ${needsOrder(need, when)}`.execute(db);
  return rows[0] ?? NO_ORDERS;
}
