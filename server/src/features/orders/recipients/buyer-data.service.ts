import { utcDay } from '@stowage/contract/formats/day';
import { BUYER_ORDERS_PER_DAY } from '@stowage/contract/orders/recipient-days';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../../notifications/index.ts';
import { type BuyerDataView, countOtherOrders, insertView, lockViewsOf } from './buyer-data.repository.ts';

/**
 * Records, before it is shown, that a person sees a buyer's data. Refuses more orders than a person ships in a day, and alerts
 * the administrators.
 * @throws AppError `rate_limited` with `daily_cap`
 */
export async function recordBuyerDataView({ db, clock }: Pick<Context, 'db' | 'clock'>, view: BuyerDataView): Promise<void> {
  const now = clock.now();
  const day = utcDay(now);
  const isAllowed = await db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, view.actorId);
    if ((await countOtherOrders(tx, view, new Date(day))) < BUYER_ORDERS_PER_DAY) {
      await insertView(tx, view, now);
      return true;
    }
    await notify(tx, {
      ...{ kind: 'buyer-data-cap', title: 'A person reached the daily limit for buyers’ data', path: '/admin/people' },
      body: `They opened the data of ${BUYER_ORDERS_PER_DAY} orders today. The audit log shows which. End their sessions if this is not their work.`,
      ...{ record: { kind: 'person', id: view.actorId }, key: `buyer-data-cap ${view.actorId} ${day}` },
    });
    return false;
  });
  if (!isAllowed) {
    throw new AppError('rate_limited', `The limit is ${BUYER_ORDERS_PER_DAY} orders a day. The administrators were notified.`, { reason: 'daily_cap' });
  }
}
