import type { MarketplaceOrder } from '../../../integrations/marketplace/calls/order-answers.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { insertTracking, listPackages, markDelivered, markReturned, type PackageRecord, savePackages } from './tracking.repository.ts';
import { isDelivered, isReturned, trackingText } from './tracking.rules.ts';

type PackageUpdate = Pick<MarketplaceOrder, 'orderId' | 'updatedAt' | 'packages'>;

/**
 * Records the packages of orders in the transaction that imports the orders. The marketplace reports no times for package
 * statuses, so a status gets the time of the order change that first reported it. Safe to repeat.
 */
export async function recordPackages(tx: DatabaseTransaction, orders: readonly PackageUpdate[]): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const known = new Map((await listPackages(tx, orderIds)).map((one) => [keyOf(one), one]));
  const changed = orders.flatMap((order) =>
    order.packages.flatMap((one) => {
      const before = known.get(keyOf({ orderId: order.orderId, reference: one.reference }));
      const after = packageRecord(order, one, before);
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
  // Includes orders whose packages were reported before the order's own status.
  await markDelivered(tx, orderIds);
  await markReturned(tx, orderIds);
}

function packageRecord({ orderId, updatedAt }: PackageUpdate, update: PackageUpdate['packages'][number], before: PackageRecord | undefined): PackageRecord {
  const { reference, status, detailedStatus = null, carrier = null, trackingNumber = null, units } = update;
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

function isSame(one: PackageRecord, other: PackageRecord): boolean {
  const facts = ({ status, detailedStatus, carrier, trackingNumber, units }: PackageRecord) =>
    JSON.stringify([status, detailedStatus, carrier, trackingNumber, units]);
  return facts(one) === facts(other);
}

function keyOf({ orderId, reference }: { readonly orderId: string; readonly reference: string }): string {
  return `${orderId} ${reference}`;
}

/** Records how many units of orders came back, in the transaction that imports them. Safe to repeat. */
export function recordReturns(tx: DatabaseTransaction, orderIds: readonly string[]): Promise<void> {
  return markReturned(tx, orderIds);
}
