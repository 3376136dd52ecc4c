import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { ChangeReader } from '../../marketplace-events/index.ts';
import type { ReservationService } from '../../orders/index.ts';
import { decideQuantitiesAgain } from '../../pricing/index.ts';
import { saveOrders } from './order.repository.ts';
import { orderProblem } from './order.rules.ts';

const NOT_FOUND = 404;

/** Reads one order again, as the import of orders does. */
export function orderReader({ db, clock, reservations }: Pick<Context, 'db' | 'clock'> & { readonly reservations: ReservationService }): ChangeReader {
  return {
    kind: 'ORDER',
    batch: 1,
    operations: ['getOrder'],
    announce: decideQuantitiesAgain,
    async read(marketplace, orderIds) {
      for (const orderId of orderIds) {
        const order = await marketplace.order(orderId).catch((error: unknown) => {
          if (error instanceof MarketplaceError && error.status === NOT_FOUND) return undefined;
          throw error;
        });
        // The import reports what is wrong with it.
        if (order === undefined || orderProblem(order) !== undefined) continue;
        await saveOrders(db, [order], clock.now());
        await reservations.reconcile([orderId]);
      }
    },
  };
}
