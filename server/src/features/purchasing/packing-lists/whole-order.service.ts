import { poName } from '@stowage/contract/purchasing/po-name';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { lockOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { insertList } from './packing-list.repository.ts';
import { findUnfinishedList, listUnlisted } from './whole-order.repository.ts';

export type ReceiveWholeOrder = ReturnType<typeof createReceiveWholeOrder>;

/**
 * Finds the list to receive an order against: one of all units that are on no list yet, or the open list that has them. The order's
 * lock serializes people who press at the same time, so the second one finds the list of the first.
 */
export function createReceiveWholeOrder({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  return async (poNumber: string, actorId: number): Promise<{ packing_list_id: number; created: boolean }> => {
    const { order, ...answer } = await db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, poNumber);
      const lines = await listUnlisted(tx, order.id);
      if (lines.length === 0) {
        const packing_list_id = await findUnfinishedList(tx, order.id);
        if (packing_list_id === undefined) throw nothingLeft(order.poNumber);
        return { order, packing_list_id, created: false };
      }
      const packing_list_id = await insertList(tx, { orderId: order.id, clientId: null, actorId, lines });
      await recordChange(tx, { ...order, packingListId: packing_list_id }, { kind: 'CREATED', details: { lines }, actorId });
      return { order, packing_list_id, created: true };
    });
    if (answer.created) topics.publish(receivingTopic, { poNumber: order.poNumber, packingListId: answer.packing_list_id, change: 'LIST' });
    return answer;
  };
}

function nothingLeft(poNumber: string): AppError {
  return new AppError('conflict', `${poName(poNumber)} has no units to come: all were received or canceled`, { reason: 'nothing_left' });
}
