import { URGENT_HOURS } from '@stowage/contract/orders';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

type Cause = 'CANCEL_REQUEST' | 'DUE';

/**
 * Open orders of which nobody was told for this cause, and who count as told from now on: the most urgent first.
 * Plan: the index of open cancel requests, or the index of stages from now to when they are urgent.
 */
export async function takeAlerts(tx: Database, cause: Cause, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const urgent = new Date(now.getTime() + URGENT_HOURS * 60 * 60 * 1000);
  const due = sql`coalesce(o.ship_by, 'infinity'::timestamptz)`;
  const concerned = {
    CANCEL_REQUEST: sql`o.is_cancel_requested and o.cancel_answer is null`,
    DUE: sql`${due} >= ${now} and ${due} < ${urgent}`,
  }[cause];
  const { rows } = await sql<{ order_id: string }>`
    with concerned as (
      select o.order_id, ${due} as due from orders o
      where o.stage = 'TO_SHIP' and ${concerned} and not exists (select from order_alerts a where a.order_id = o.order_id and a.cause = ${cause})
      order by due, o.order_id limit ${limit}
    ), told as (
      insert into order_alerts (order_id, cause, at) select order_id, ${cause}, ${now} from concerned
      on conflict (order_id, cause) do nothing returning order_id
    )
    select order_id from concerned join told using (order_id) order by due, order_id`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}
