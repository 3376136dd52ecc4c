import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { receiveIntoQuarantine } from '../../inventory/index.ts';
import { getOpenList } from '../packing-lists/open-list.service.ts';
import { readLine, setQuantity } from '../packing-lists/packing-list.repository.ts';
import { findLinesOfOrder, type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { readReceivedLine } from './receipt.repository.ts';
import { lookUp, receive } from './receiving.service.ts';
import { rememberCode, settleScans } from './unexpected.repository.ts';

interface Explained {
  readonly code: string;
  readonly outcome: 'RECEIVED' | 'PARKED' | 'DISMISSED';
  readonly lineId: number | undefined;
  readonly actorId: number;
}

export interface UnexpectedService {
  /** Says what an unexpected code is. On a line, it is that line from now on. @returns how many beeps it was */
  settle(packingListId: number, explained: Explained): Promise<number>;
}

export function createUnexpectedService({ db, topics }: { db: DatabasePool; topics: Topics }): UnexpectedService {
  return {
    async settle(packingListId, { code, outcome, lineId, actorId }) {
      const { list, quantity, unitIds } = await db.transaction().execute(async (tx) => {
        const locked = await getOpenList(tx, packingListId);
        const beeps = await settleScans(tx, { listId: packingListId, code, outcome, actorId });
        if (beeps === 0) throw new AppError('conflict', `${code} waits for no answer any more`, { reason: 'nothing_waits' });
        await recordChange(tx, locked, { kind: 'UNEXPECTED', details: { code, outcome, lineId: lineId ?? null, quantity: beeps }, actorId });
        return { list: locked, quantity: beeps, unitIds: await bookUnexpected(tx, locked, { code, outcome, lineId, quantity: beeps, actorId }) };
      });
      topics.publish(receivingTopic, { poNumber: list.poNumber, packingListId, change: 'UNEXPECTED', lineIds: lineId === undefined ? [] : [lineId] });
      if (unitIds[0] !== undefined) topics.publish(inventoryHistoryTopic, { unitId: unitIds[0], change: 'MOVED' });
      return quantity;
    },
  };
}

async function bookUnexpected(
  tx: DatabaseTransaction,
  list: ListOfOrder,
  { code, outcome, lineId, quantity, actorId }: Explained & { quantity: number },
): Promise<number[]> {
  if (outcome === 'DISMISSED') return [];
  const scanned = await lookUp(tx, code);
  if (outcome === 'PARKED') {
    const [first, second] = scanned.matches;
    const item =
      first !== undefined && second === undefined
        ? { listingId: first.listing.id, identifier: first.listing.fnsku ?? code }
        : { listingId: null, identifier: code };
    return receiveIntoQuarantine(tx, { item, quantity, cost: null, actorId });
  }
  const line = lineId === undefined ? undefined : await readReceivedLine(tx, lineId);
  const [known] = lineId === undefined ? [] : await findLinesOfOrder(tx, list.id, [lineId]);
  if (line === undefined || known === undefined) throw new AppError('not_found', 'There is no such line on this order', { reason: 'unknown_line' });
  if ((await readLine(tx, list.packingListId, line.id)) === undefined) await setQuantity(tx, list.packingListId, line.id, 0);
  await rememberCode(tx, list.packingListId, code, line.id);
  return receive(tx, { listId: list.packingListId, line, scanned, quantity, clientScanId: null, actorId });
}
