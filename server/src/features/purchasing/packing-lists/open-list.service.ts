import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type ListOfOrder, lockOrder, lockOrderOfList, type Order } from '../purchase-orders/purchase-order.repository.ts';
import { countUnexpected } from '../receiving/unexpected.repository.ts';
import { type PackingList, readList } from './packing-list.repository.ts';

/** The order, locked. @throws AppError `not_found` */
export async function getOrder(tx: DatabaseTransaction, poNumber: string): Promise<Order> {
  const order = await lockOrder(tx, poNumber);
  if (order === undefined) throw new AppError('not_found', `There is no PO ${poNumber}`);
  return order;
}

/** The list, with its order locked. @throws AppError `not_found` when it is not one of the order's */
export async function getList(tx: DatabaseTransaction, packingListId: number, poNumber: string | null = null): Promise<ListOfOrder> {
  const list = await lockOrderOfList(tx, packingListId, poNumber);
  if (list === undefined) throw new AppError('not_found', `There is no packing list ${packingListId}${poNumber === null ? '' : ` of PO ${poNumber}`}`);
  return list;
}

/** The same, while it can be changed. @throws AppError `closed` */
export async function getOpenList(
  tx: DatabaseTransaction,
  packingListId: number,
  poNumber: string | null = null,
): Promise<ListOfOrder & Pick<PackingList, 'state'>> {
  const list = await getList(tx, packingListId, poNumber);
  // Read after the lock: it may have been closed while this waited.
  const { state } = (await readList(tx, packingListId)) ?? { state: 'CANCELED' as const };
  refuseClosed(state);
  return { ...list, state };
}

/** A list whose unexpected items wait for an answer is not done with: nobody could give it any more. */
export async function refuseUnexpected(tx: DatabaseTransaction, packingListId: number): Promise<void> {
  if ((await countUnexpected(tx, packingListId)) > 0) {
    throw new AppError('conflict', 'Unexpected items wait for an answer: match, park or dismiss them first', { reason: 'unexpected_items' });
  }
}

export function refuseClosed(state: string | undefined): void {
  if (state === 'CLOSED') throw new AppError('conflict', 'This packing list is closed', { reason: 'closed' });
  if (state === 'CANCELED') throw new AppError('conflict', 'This packing list is canceled', { reason: 'closed' });
}
