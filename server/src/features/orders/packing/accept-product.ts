import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { lockForOrder, shipReserved } from '../../inventory/index.ts';
import { insertEvent, lockOrder, updateOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { type AllocationRecord, getById, listAllocations, markShipped } from '../reservations/allocation.repository.ts';
import { isOpen } from '../reservations/allocation-plan.rules.ts';
import { ensureNotShipped, ensureShippable } from '../shipping/shipping.rules.ts';

interface Accept {
  readonly allocationId: number;
  readonly packer: Packer;
  /** Identifies this request when it is sent again. Clients that know only the specification send none. */
  readonly clientAcceptId?: string | undefined;
  /** The verification that the packer confirms. */
  readonly verificationId?: number | undefined;
}

/** Takes the verified unit of an allocation out of stock. A repeated request changes nothing. @returns whether the whole order is shipped */
export async function acceptProduct({ db, clock, topics }: OrderDependencies, accept: Accept): Promise<boolean> {
  const { orderId, isShipped, unitId } = await db
    .transaction()
    .execute((tx) => shipAllocation(tx, accept, clock.now()))
    .catch((error: unknown) => {
      if (!violatesUnique(error, 'order_allocations_client_accept_id_key')) throw error;
      throw new AppError('conflict', 'Another unit was accepted with this id', { reason: 'already_shipped' });
    });
  if (unitId !== undefined) {
    publishOrder(topics, orderId, 'SHIPPED', accept.packer);
    topics.publish(inventoryHistoryTopic, { unitId, change: 'SHIPPED' });
  }
  return isShipped;
}

async function shipAllocation(
  tx: DatabaseTransaction,
  { allocationId, packer, clientAcceptId, verificationId }: Accept,
  now: Date,
): Promise<{ orderId: string; isShipped: boolean; unitId: number | undefined }> {
  const order = await lockOrder(tx, allocationId);
  const { orderId } = order;
  const allocations = await listAllocations(tx, orderId);
  const allocation = getById(allocations, allocationId);
  if (allocation.state === 'SHIPPED' && isSameAccept(allocation, packer, clientAcceptId)) {
    return { orderId, isShipped: order.localState !== 'OPEN', unitId: undefined };
  }
  ensureNotShipped(allocation);
  ensureShippable(order, packer.id, now);
  if (verificationId !== undefined && verificationId !== allocation.verificationId) {
    throw new AppError('conflict', 'This verification is no longer valid: the order changed. Scan the unit again.', { reason: 'verification_over' });
  }
  const [unit] = allocation.unitId === null ? [] : await lockForOrder(tx, [allocation.unitId]);
  if (unit === undefined || unit.status !== 'SALE_PENDING' || unit.listingId !== allocation.listingId) {
    throw new AppError('conflict', 'The reserved unit is gone or changed. Scan the unit again.', { reason: 'unit_gone' });
  }
  if (allocation.verifiedUnitId !== unit.id || allocation.verifiedBy !== packer.id) {
    throw new AppError('rule_violated', 'Verify the product first', { reason: 'not_verified' });
  }
  await shipReserved(tx, unit, { orderId, actorId: packer.id });
  await markShipped(tx, allocationId, { actorId: packer.id, at: now, clientAcceptId: clientAcceptId ?? null });
  const isShipped = !allocations.some((other) => other.id !== allocationId && isOpen(other));
  if (isShipped) {
    await updateOrder(tx, orderId, { local_state: 'SHIPPED', shipped_by: packer.id, shipped_at: now, started_by: null, started_at: null });
  }
  await insertEvent(tx, { orderId, kind: 'SHIPPED', detail: isShipped ? `Shipped, unit ${unit.id}` : `Unit ${unit.id} packed`, actorId: packer.id, at: now });
  return { orderId, isShipped, unitId: unit.id };
}

/** Whether this request was answered before, but its answer was lost. Without an id, the same person's request counts as the same. */
function isSameAccept({ shippedBy, clientAcceptId: stored }: AllocationRecord, packer: Packer, clientAcceptId: string | undefined): boolean {
  return clientAcceptId === undefined ? shippedBy === packer.id : stored === clientAcceptId;
}
