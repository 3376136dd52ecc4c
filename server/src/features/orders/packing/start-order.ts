import { insertEvent, lockOrder, updateOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { endVerifications } from '../reservations/allocation.repository.ts';
import { ensureShippable, refused, startedRefusal } from '../shipping/shipping.rules.ts';
import { saveVerification, startEvents } from './verification.repository.ts';

/** Reserves an order for one packer. @param takeOver whether the packer may take it from another packer */
export async function startOrder({ db, clock, topics }: OrderDependencies, orderId: string, packer: Packer, takeOver: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = clock.now();
    ensureShippable(takeOver ? { ...order, startedBy: null } : order, packer.id, now);
    await saveVerification(tx, { orderId, packerId: packer.id, at: now, isStarted: true, verified: undefined, events: startEvents(order, packer) });
  });
  publishOrder(topics, orderId, 'STARTED', packer);
}

/** Releases a started order, so that anyone can pack it. @param mayReleaseOthers whether the packer may release an order that another packer started */
export async function releaseOrder({ db, clock, topics }: OrderDependencies, orderId: string, packer: Packer, mayReleaseOthers: boolean): Promise<void> {
  const isReleased = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.startedBy === null) return false;
    if (!mayReleaseOthers && order.startedBy !== packer.id) throw refused(startedRefusal(order));
    await updateOrder(tx, orderId, { started_by: null, started_at: null });
    await endVerifications(tx, orderId);
    await insertEvent(tx, { orderId, kind: 'UNSTARTED', detail: 'Released', actorId: packer.id, at: clock.now() });
    return true;
  });
  if (isReleased) publishOrder(topics, orderId, 'UNSTARTED', packer);
}
