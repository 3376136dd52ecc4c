import type { MarketplaceOrder } from '../../../integrations/marketplace/calls/order-answers.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { insertTracking, type KeptPackage, listPackages, markDelivered, markReturned, savePackages } from './tracking.repository.ts';
import { isDelivered, isReturned, trackingText } from './tracking.rules.ts';

type Told = Pick<MarketplaceOrder, 'orderId' | 'updatedAt' | 'packages'>;

/**
 * Keeps what the marketplace tells of orders on their way, in the transaction that keeps the orders. It tells no times of
 * its own for that: what it tells first in a change of the order happened with that change. Safe to repeat.
 */
export async function followPackages(tx: DatabaseTransaction, orders: readonly Told[]): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const known = new Map((await listPackages(tx, orderIds)).map((one) => [keyOf(one), one]));
  const changed = orders.flatMap((order) =>
    order.packages.flatMap((one) => {
      const before = known.get(keyOf({ orderId: order.orderId, reference: one.reference }));
      const after = keptPackage(order, one, before);
      return before !== undefined && isSame(before, after) ? [] : [{ before, after, at: order.updatedAt }];
    }),
  );
  await savePackages(
    tx,
    changed.map(({ after }) => after),
  );
  await insertTracking(
    tx,
    changed
      .filter(({ before, after }) => before === undefined || trackingText(before) !== trackingText(after))
      .map(({ after, at }) => ({ orderId: after.orderId, detail: `Package ${after.reference}: ${trackingText(after)}`, at })),
  );
  // Also of orders whose packages came before their own status.
  await markDelivered(tx, orderIds);
  await markReturned(tx, orderIds);
}

function keptPackage({ orderId, updatedAt }: Told, told: Told['packages'][number], before: KeptPackage | undefined): KeptPackage {
  const { reference, status, detailedStatus = null, carrier = null, trackingNumber = null, units } = told;
  return {
    orderId,
    reference,
    status,
    detailedStatus,
    carrier,
    trackingNumber,
    units,
    deliveredAt: before?.deliveredAt ?? (isDelivered({ status, detailedStatus }) ? updatedAt : null),
    returnedAt: before?.returnedAt ?? (isReturned({ status, detailedStatus }) ? updatedAt : null),
  };
}

function isSame(one: KeptPackage, other: KeptPackage): boolean {
  const facts = ({ status, detailedStatus, carrier, trackingNumber, units }: KeptPackage) =>
    JSON.stringify([status, detailedStatus, carrier, trackingNumber, units]);
  return facts(one) === facts(other);
}

function keyOf({ orderId, reference }: { readonly orderId: string; readonly reference: string }): string {
  return `${orderId} ${reference}`;
}
