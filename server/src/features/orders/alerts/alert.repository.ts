import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { needsOrder, ORDER_DUE } from '../list/order-need.condition.ts';

type Cause = 'CANCEL_REQUEST' | 'DUE';

const NEEDS = { CANCEL_REQUEST: 'cancel', DUE: 'urgent' } as const;

interface Alert {
  readonly orderId: string;
  /** Whether it is shipped here, although the marketplace may not know it yet. */
  readonly isShipped: boolean;
}

/**
 * Claims the open orders that have no alert for this cause yet, the most urgent first, and marks them as alerted.
 * Plan: the index of open cancel requests, or the index of stages from now to when orders are urgent.
 */
export async function claimAlerts(tx: Database, cause: Cause, { now, limit }: { now: Date; limit: number }): Promise<Alert[]> {
  const concerned = needsOrder(NEEDS[cause], { now, timeZone: 'UTC' });
  const { rows } = await sql<Alert>`
    with concerned as (
      select o.order_id, o.stage <> 'TO_SHIP' as "isShipped", ${ORDER_DUE} as due from orders o
      where ${concerned} and not exists (select from order_alerts a where a.order_id = o.order_id and a.cause = ${cause})
      order by due, o.order_id limit ${limit}
    ), claimed as (
      insert into order_alerts (order_id, cause, at) select order_id, ${cause}, ${now} from concerned
      on conflict (order_id, cause) do nothing returning order_id
    )
    select order_id as "orderId", "isShipped" from concerned join claimed using (order_id) order by due, order_id`.execute(tx);
  return rows;
}

/** Allows a new alert for this cause. */
export async function clearAlert(tx: Database, orderId: string, cause: Cause): Promise<void> {
  await tx.deleteFrom('order_alerts').where('order_id', '=', orderId).where('cause', '=', cause).execute();
}
