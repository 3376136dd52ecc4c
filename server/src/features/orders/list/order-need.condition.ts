import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { URGENT_HOURS } from '@stowage/contract/orders/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { startOfDay } from '../../../platform/formats/zone-day.ts';
import { FAILING_ATTEMPTS } from '../shipping/shipping.rules.ts';

/** When an order `o` must ship. Orders without a date sort last. The indexes of stages use this expression. */
export const ORDER_DUE = sql`coalesce(o.ship_by, 'infinity'::timestamptz)`;

/** The late-shipment rate covers the orders that were due within this many days, today included. */
const RATE_DAYS = 30;

/** The condition on orders `o` for a need, shared by counts and lists. Plan: a part of the index of stages, or an index of its own. */
export function needsOrder(need: OrderNeed, { now, timeZone }: { now: Date; timeZone: string }): RawBuilder<SqlBool> {
  switch (need) {
    case 'late':
      return sql`o.stage = 'TO_SHIP' and ${ORDER_DUE} < ${now}`;
    case 'today':
      return sql`o.stage = 'TO_SHIP' and ${ORDER_DUE} >= ${now} and ${ORDER_DUE} < ${startOfDay(now, timeZone, 1)}`;
    case 'urgent':
      return sql`o.stage = 'TO_SHIP' and ${ORDER_DUE} >= ${now} and ${ORDER_DUE} < ${new Date(now.getTime() + URGENT_HOURS * HOUR_MS)}`;
    case 'backordered':
      return sql`o.stage in ('TO_SHIP', 'PENDING') and o.order_id in (select p.order_id from order_allocations p where p.state = 'WAITING')`;
    case 'cancel':
      return sql`o.stage in ('TO_SHIP', 'TO_CONFIRM') and o.status <> 'CANCELLED' and o.is_cancel_requested and o.cancel_answer is null`;
    case 'failed':
      // Refused shipments, and shipments that failed several times: the marketplace does not know of either.
      return sql`o.order_id in (select f.order_id from orders f where f.local_state = 'CONFIRM_FAILED' union all
        select t.order_id from order_shipments t where t.next_attempt_at is not null and t.attempts >= ${sql.lit(FAILING_ATTEMPTS)} and t.failure is not null)`;
    case 'late30': {
      const from = startOfDay(now, 'UTC', 1 - RATE_DAYS);
      return sql`(o.shipped_at > o.ship_by and o.ship_by >= ${from} and o.ship_by < ${startOfDay(now, 'UTC', 1)}
        or o.stage = 'TO_SHIP' and ${ORDER_DUE} >= ${from} and ${ORDER_DUE} < ${now})`;
    }
  }
}
