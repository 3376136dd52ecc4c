import { countsTopic } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import { countLocation, lockForOrder } from '../../inventory/index.ts';
import { insertEvent, lockOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { findAllocation } from '../reservations/allocation.repository.ts';

/** Opens a count of the location of an allocation's unit, or returns the count that is open there. @returns the count's id */
export async function reportMismatch(
  { db, clock, topics }: OrderDependencies,
  allocationId: number,
  note: string,
  { id: actorId, name }: Packer,
): Promise<number> {
  const { orderId, count } = await db.transaction().execute(async (tx) => {
    const { orderId } = await lockOrder(tx, allocationId);
    const allocation = await findAllocation(tx, allocationId);
    const [unit] = allocation?.unitId == null || allocation.state !== 'RESERVED' ? [] : await lockForOrder(tx, [allocation.unitId]);
    if (unit === undefined) throw new AppError('conflict', 'No unit is reserved for this product', { reason: 'no_unit' });
    const count = await countLocation(tx, unit.locationId, actorId);
    const detail = `Mismatch at ${count.location}: count ${count.id}${note === '' ? '' : `, ${note}`}`;
    await insertEvent(tx, { orderId, kind: 'MISMATCH', detail, actorId, at: clock.now() });
    return { orderId, count };
  });
  publishOrder(topics, orderId, 'NOTED', { id: actorId, name });
  if (count.isNew) topics.publish(countsTopic, { countId: count.id, change: 'STARTED' });
  return count.id;
}
