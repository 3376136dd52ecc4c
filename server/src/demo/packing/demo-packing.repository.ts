import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Whether a person has started an order. */
export async function hasStarted(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`select from order_events where actor_id = ${userId} and kind = 'STARTED' limit 1`.execute(db);
  return rows.length > 0;
}

/** A tracking number of the form of USPS, always the same for an order. */
export async function trackingNumberFor(db: Database, orderId: string): Promise<string> {
  const { rows } = await sql<{ digits: string }>`select lpad((abs(hashtext(${orderId}))::bigint * 97)::text, 18, '0') as digits`.execute(db);
  return `9400${rows[0]?.digits}`;
}
