import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Rows that wait: how many, what they are worth, when the first is due, and which one it is. */
export interface Waiting {
  readonly count: number;
  /** Decimal text; null where nothing is known of it. */
  readonly amount: string | null;
  readonly dueAt: Date | null;
  readonly first: string | null;
}

const NOTHING: Waiting = { count: 0, amount: null, dueAt: null, first: null };
const DUE = sql`coalesce(o.ship_by, 'infinity'::timestamptz)`;

/** Orders to ship that are due in a time. Plan: that part of the index of stages. */
export function findDueOrders(db: Database, from: Date | null, to: Date): Promise<Waiting> {
  return waiting(db, sql`o.stage = 'TO_SHIP' and ${DUE} < ${to} and ${from === null ? sql`true` : sql`${DUE} >= ${from}`}`);
}

/** Plan: the index of buyers who wait. */
export function findCancelRequests(db: Database): Promise<Waiting> {
  return waiting(db, sql`o.stage = 'TO_SHIP' and o.is_cancel_requested and o.cancel_answer is null`);
}

/** Shipments that the marketplace refused to hear of. Plan: their own index. */
export function findFailedConfirmations(db: Database): Promise<Waiting> {
  return waiting(db, sql`o.local_state = 'CONFIRM_FAILED'`);
}

async function waiting(db: Database, where: RawBuilder<unknown>): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, sum(o.total)::numeric(16, 2)::text as amount, min(o.ship_by) as "dueAt",
      (array_agg(o.order_id order by o.ship_by))[1] as first
    from orders o where ${where}`.execute(db);
  return rows[0] ?? NOTHING;
}
