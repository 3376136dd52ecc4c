import { numberText } from '@stowage/contract/formats/text/number-text';
import { URGENT_HOURS } from '@stowage/contract/orders/orders';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { orderPath } from '../shipping/shipping.rules.ts';
import { claimAlerts } from './alert.repository.ts';

const REQUESTS_BATCH = 50;
const DUE_BATCH = 5_000;

/** Notifies the warehouse, every minute, of each buyer who asks to cancel, and with one notification of the orders that are due soon. */
export function orderAlertsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'order-alerts',
    cron: '* * * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        const now = clock.now();
        for (const { orderId, isShipped } of await claimAlerts(tx, 'CANCEL_REQUEST', { now, limit: REQUESTS_BATCH })) {
          await notify(tx, {
            kind: 'order-attention',
            title: `The buyer of order ${orderId} asks to cancel`,
            body: isShipped
              ? 'The order is already shipped here. Undo the shipping, or confirm it anyway.'
              : 'The order cannot ship until the request is answered.',
            record: { kind: 'order', id: orderId },
            path: orderPath(orderId),
            // A withdrawn request may come again, and is then notified again.
            key: `cancel-request ${orderId} ${now.getTime()}`,
          });
        }
        const due = await claimAlerts(tx, 'DUE', { now, limit: DUE_BATCH });
        const [first] = due;
        if (first === undefined) return;
        await notify(tx, {
          kind: 'order-attention',
          title: `${due.length === 1 ? `Order ${first.orderId}` : `${numberText(due.length)} orders`} must be shipped within ${URGENT_HOURS} hours`,
          record: { kind: 'order', id: first.orderId },
          path: due.length === 1 ? orderPath(first.orderId) : '/sellerfulfilledorders?needs=urgent',
          key: `order-due ${first.orderId}`,
        });
      }),
  };
}
