import { URGENT_HOURS } from '@stowage/contract/orders/orders';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { orderPath } from '../shipping/shipping.rules.ts';
import { takeAlerts } from './alert.repository.ts';

const REQUESTS_AT_ONCE = 50;
const DUE_AT_ONCE = 5_000;

/** Every minute: tells the warehouse of each buyer who asks to cancel, and of orders that must leave soon, those in one go. */
export function orderAlertsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'order-alerts',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        const now = clock.now();
        for (const { orderId, isShipped } of await takeAlerts(tx, 'CANCEL_REQUEST', { now, limit: REQUESTS_AT_ONCE })) {
          await notify(tx, {
            kind: 'order-attention',
            title: `The buyer of order ${orderId} asks to cancel`,
            body: isShipped ? 'It is shipped here already: undo the shipping, or confirm it all the same.' : 'It is not shipped until somebody answers.',
            record: { kind: 'order', id: orderId },
            path: orderPath(orderId),
            // A request may go and come again.
            key: `cancel-request ${orderId} ${now.getTime()}`,
          });
        }
        const due = await takeAlerts(tx, 'DUE', { now, limit: DUE_AT_ONCE });
        const [first] = due;
        if (first === undefined) return;
        await notify(tx, {
          kind: 'order-attention',
          title: `${due.length === 1 ? `Order ${first.orderId}` : `${due.length.toLocaleString('en')} orders`} must be shipped within ${URGENT_HOURS} hours`,
          record: { kind: 'order', id: first.orderId },
          path: due.length === 1 ? orderPath(first.orderId) : '/sellerfulfilledorders?needs=urgent',
          key: `order-due ${first.orderId}`,
        });
      }),
  };
}
