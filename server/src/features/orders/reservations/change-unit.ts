import { AppError } from '../../../platform/app-error.ts';
import { changeReservations, lockForOrder } from '../../inventory/index.ts';
import { insertEvent, lockOrder, noSuchOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { refused, refuseShipping } from '../shipping/shipping.rules.ts';
import { findAllocation, reserveUnits } from './allocation.repository.ts';
import { isOpen } from './allocation-plan.rules.ts';

/** Reserves a chosen unit for an allocation, instead of its current unit. */
export async function changeUnit({ db, clock, topics }: OrderDependencies, allocationId: number, unitId: number, packer: Packer): Promise<void> {
  const orderId = (await findAllocation(db, allocationId))?.orderId;
  if (orderId === undefined) throw noSuchOrder(allocationId);
  await db.transaction().execute(async (tx) => {
    const refusal = refuseShipping(await lockOrder(tx, orderId), packer.id, clock.now());
    // The unit of a pending order, or of an order that another packer started, may still change.
    if (refusal !== undefined && refusal.reason !== 'pending' && refusal.reason !== 'started_by_other') throw refused(refusal);
    const allocation = await findAllocation(tx, allocationId);
    if (allocation === undefined || !isOpen(allocation)) {
      throw new AppError('conflict', 'This unit is already shipped or no longer needed', { reason: 'already_shipped' });
    }
    const units = await lockForOrder(tx, [...(allocation.unitId === null ? [] : [allocation.unitId]), unitId]);
    const chosen = units.find(({ id }) => id === unitId);
    if (chosen?.status !== 'AVAILABLE' || chosen.listingId === null || chosen.listingId !== allocation.listingId) {
      throw new AppError('conflict', 'That unit is no longer available', { reason: 'unit_gone' });
    }
    await changeReservations(tx, { released: units.filter(({ id }) => id !== unitId), wanted: [], chosen }, { orderId, actorId: packer.id });
    await reserveUnits(tx, [{ allocationId, unitId }]);
    await insertEvent(tx, { orderId, kind: 'CHANGED', detail: `Unit ${unitId} reserved instead`, actorId: packer.id, at: clock.now() });
  });
  publishOrder(topics, orderId, 'RESERVED', packer);
}
