import { URGENT_HOURS } from '@stowage/contract/orders';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

type Cause = 'CANCEL_REQUEST' | 'DUE';

interface Alert {
  readonly orderId: string;
  /** Here, and the marketplace does not know it for sure. */
  readonly isShipped: boolean;
}

/**
 * Open orders of which nobody was told for this cause, and who count as told from now on: the most urgent first.
 * Plan: the index of open cancel requests, or the index of stages from now to when they are urgent.
 */
export async function takeAlerts(tx: Database, cause: Cause, { now, limit }: { now: Date; limit: number }): Promise<Alert[]> {
  const urgent = new Date(now.getTime() + URGENT_HOURS * 60 * 60 * 1000);
  const due = sql`coalesce(o.ship_by, 'infinity'::timestamptz)`;
  const concerned = {
    CANCEL_REQUEST: sql`o.stage in ('TO_SHIP', 'TO_CONFIRM') and o.status <> 'CANCELLED' and o.is_cancel_requested and o.cancel_answer is null`,
    DUE: sql`o.stage = 'TO_SHIP' and ${due} >= ${now} and ${due} < ${urgent}`,
  }[cause];
  const { rows } = await sql<Alert>`
    with concerned as (
      select o.order_id, o.stage <> 'TO_SHIP' as "isShipped", ${due} as due from orders o
      where ${concerned} and not exists (select from order_alerts a where a.order_id = o.order_id and a.cause = ${cause})
      order by due, o.order_id limit ${limit}
    ), told as (
      insert into order_alerts (order_id, cause, at) select order_id, ${cause}, ${now} from concerned
      on conflict (order_id, cause) do nothing returning order_id
    )
    select order_id as "orderId", "isShipped" from concerned join told using (order_id) order by due, order_id`.execute(tx);
  return rows;
}

/** Nobody counts as told of this cause any more. */
export async function forgetAlert(tx: Database, orderId: string, cause: Cause): Promise<void> {
  await tx.deleteFrom('order_alerts').where('order_id', '=', orderId).where('cause', '=', cause).execute();
}
