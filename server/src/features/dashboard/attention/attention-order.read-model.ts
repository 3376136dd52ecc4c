import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { needsOrder } from '../../orders/index.ts';

/** Rows that wait: how many, what they are worth, when the first is due, and which one it is. */
export interface Waiting {
  readonly count: number;
  /** Decimal text; null where nothing is known of it. */
  readonly amount: string | null;
  /** How many of them have none. */
  readonly unknown: number;
  readonly dueAt: Date | null;
  readonly first: string | null;
}

const NOTHING: Waiting = { count: 0, amount: null, unknown: 0, dueAt: null, first: null };
/** Orders that need something. Plan: as the need says. */
export async function findNeedyOrders(db: Database, need: OrderNeed, when: { now: Date; timeZone: string }): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, sum(o.total)::numeric(16, 2)::text as amount, count(*) filter (where o.total is null)::int as unknown, min(o.ship_by) as "dueAt",
      (array_agg(o.order_id order by o.ship_by))[1] as first
    from orders o where ${needsOrder(need, when)}`.execute(db);
  return rows[0] ?? NOTHING;
}
