import { poName } from '@stowage/contract/purchasing/po-name';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type ListOfOrder, lockOrdersOfLists } from '../purchase-orders/purchase-order.repository.ts';
import { countUnexpected } from '../receiving/unexpected.repository.ts';
import { hasList } from './packing-list.read-model.ts';
import { findState } from './packing-list.repository.ts';

export type OpenList = Awaited<ReturnType<typeof lockOpenList>>;

/** Locks a packing list by locking its order. @throws AppError `not_found`, also when the list belongs to another order than `poNumber` */
export async function lockList(tx: DatabaseTransaction, packingListId: number, poNumber: string | null = null): Promise<ListOfOrder> {
  const [list] = await lockOrdersOfLists(tx, [{ packingListId, poNumber }]);
  if (list === undefined) throw noSuchList(packingListId, poNumber);
  return list;
}

/** @returns the list's id. @throws AppError `not_found`, also when the list belongs to another order than `poNumber` */
export async function requireList(db: Database, packingListId: number, poNumber: string | null = null): Promise<number> {
  if (!(await hasList(db, packingListId, poNumber))) throw noSuchList(packingListId, poNumber);
  return packingListId;
}

/** Locks a packing list that can be changed. @throws AppError `not_found`; `conflict` with the reason `closed` */
export async function lockOpenList(tx: DatabaseTransaction, packingListId: number, poNumber: string | null = null) {
  const list = await lockList(tx, packingListId, poNumber);
  // Read after the lock was granted: another transaction may have closed the list in the meantime.
  const state = (await findState(tx, packingListId)) ?? 'CANCELED';
  const refusal = closedRefusal(state);
  if (refusal !== undefined) throw refusal;
  return { ...list, state };
}

export function noSuchList(packingListId: number, poNumber: string | null = null): AppError {
  return new AppError('not_found', `There is no packing list ${packingListId}${poNumber === null ? '' : ` of ${poName(poNumber)}`}`);
}

/** Why a list in this state can't be changed; undefined for an open list. */
export function closedRefusal(state: string): AppError | undefined {
  if (state === 'CLOSED') return new AppError('conflict', 'This packing list is closed', { reason: 'closed' });
  return state === 'CANCELED' ? new AppError('conflict', 'This packing list is canceled', { reason: 'closed' }) : undefined;
}

/** A closed list's unexpected items could never be resolved. @throws AppError `conflict` with the reason `unexpected_items` */
export async function refuseUnexpectedItems(tx: DatabaseTransaction, packingListId: number): Promise<void> {
  if ((await countUnexpected(tx, packingListId)) > 0) {
    throw new AppError('conflict', 'Resolve the unexpected items first: receive, park or dismiss each of them', { reason: 'unexpected_items' });
  }
}
