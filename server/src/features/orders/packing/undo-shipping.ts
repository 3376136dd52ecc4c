import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { publishStock, unshipReserved } from '../../inventory/index.ts';
import { insertEvent, isUndoneBy, lockOrder, SHIPPING_UNDONE, updateOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { unshipAllocations } from '../reservations/allocation.repository.ts';
import { reconcileOrder } from '../reservations/reconcile-order.ts';
import { listBoxes } from '../shipping/box.repository.ts';
import { deleteShipment } from '../shipping/shipment.repository.ts';
import { isHeldByOther, refused, refuseUndo, startedRefusal } from '../shipping/shipping.rules.ts';

/** Puts the shipped units of an order back. A repeated request changes nothing. @throws AppError when nothing is shipped, or the marketplace may know of the shipment */
export async function undoShipping({ db, clock, topics }: OrderDependencies, orderId: string, packer: Packer): Promise<void> {
  const unitIds = await db.transaction().execute((tx) => undoOrder(tx, { orderId, packer, now: clock.now() }));
  if (unitIds.length > 0) publishOrder(topics, orderId, 'UNDONE', packer);
  publishStock(topics, unitIds, 'UNDONE');
}

/** @returns the units that are back in stock, reserved for the same allocations as before */
export async function putPackedBack(tx: DatabaseTransaction, orderId: string, { id: actorId }: Packer): Promise<number[]> {
  const unitIds = await unshipAllocations(tx, orderId);
  if (unitIds.length > 0) await unshipReserved(tx, unitIds, { orderId, actorId });
  return unitIds;
}

/** @returns the units that are back in stock */
async function undoOrder(tx: DatabaseTransaction, { orderId, packer, now }: { orderId: string; packer: Packer; now: Date }): Promise<number[]> {
  const order = await lockOrder(tx, orderId);
  const boxes = await listBoxes(tx, orderId);
  const isPartlyConfirmed = boxes.some(({ confirmedAt }) => confirmedAt !== null);
  const refusal = refuseUndo(order, isPartlyConfirmed);
  if (refusal !== undefined) throw refused(refusal);
  // Some units of the order are packed, and another packer works on the next one.
  if (isHeldByOther(order, packer.id, now)) throw refused(startedRefusal(order));
  const unitIds = await putPackedBack(tx, orderId, packer);
  if (unitIds.length === 0) {
    if (await isUndoneBy(tx, orderId, packer.id)) return [];
    throw new AppError('conflict', 'Nothing of this order is shipped', { reason: 'not_shipped' });
  }
  await deleteShipment(tx, orderId);
  await updateOrder(tx, orderId, { local_state: order.cancelAnswer === 'CANCEL' ? 'CANCELED' : 'OPEN', shipped_by: null, shipped_at: null });
  await insertEvent(tx, { orderId, kind: 'UNDONE', detail: SHIPPING_UNDONE, actorId: packer.id, at: now });
  // If the order was canceled in the meantime, this releases the units.
  await reconcileOrder(tx, orderId, now);
  return unitIds;
}
