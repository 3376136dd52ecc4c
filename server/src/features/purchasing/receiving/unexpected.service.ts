import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { publishStock, receiveIntoQuarantine } from '../../inventory/index.ts';
import { readLine, setQuantity } from '../packing-lists/packing-list.repository.ts';
import { lockOpenList } from '../packing-lists/packing-list-lock.ts';
import { findLinesOfOrder, type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { readReceivedLine } from './receipt.repository.ts';
import { lookUp } from './received-item.service.ts';
import { receive } from './receiving.service.ts';
import { assignCode, resolveScans } from './unexpected.repository.ts';

interface Resolution {
  readonly code: string;
  readonly outcome: 'RECEIVED' | 'PARKED' | 'DISMISSED';
  readonly lineId: number | undefined;
  /** The number of scans that the person saw. */
  readonly expected: number | undefined;
  readonly actorId: number;
}

export type UnexpectedService = ReturnType<typeof createUnexpectedService>;

export function createUnexpectedService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  return {
    /** Resolves the scans of an unexpected code. A code that is received on a line belongs to that line from then on. @returns the number of scans */
    async resolve(packingListId: number, resolution: Resolution): Promise<number> {
      const { code, outcome, lineId, expected, actorId } = resolution;
      const { poNumber, quantity, unitIds } = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, packingListId);
        const scans = await resolveScans(tx, { listId: packingListId, code, outcome, actorId });
        if (scans === 0) throw new AppError('conflict', `${code} was already resolved`, { reason: 'nothing_waits' });
        // Another station has scanned the code since. Its unit is booked with the others, but not dismissed unseen.
        if (outcome === 'DISMISSED' && expected !== undefined) requireVersion({ expected, current: scans, of: `the number of ${code} to ${scans}` });
        await recordChange(tx, list, { kind: 'UNEXPECTED', details: { code, outcome, lineId: lineId ?? null, quantity: scans }, actorId });
        return { poNumber: list.poNumber, quantity: scans, unitIds: await bookUnits(tx, list, { ...resolution, quantity: scans }) };
      });
      topics.publish(receivingTopic, { poNumber, packingListId, change: 'UNEXPECTED', lineIds: lineId === undefined ? [] : [lineId] });
      publishStock(topics, unitIds, 'MOVED');
      return quantity;
    },
  };
}

async function bookUnits(
  tx: DatabaseTransaction,
  list: ListOfOrder,
  { code, outcome, lineId, quantity, actorId }: Resolution & { quantity: number },
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
  if (line === undefined || known === undefined) throw new AppError('not_found', 'This line is not on this order', { reason: 'unknown_line' });
  if ((await readLine(tx, list.packingListId, line.id)) === undefined) await setQuantity(tx, list.packingListId, line.id, 0);
  await assignCode(tx, list.packingListId, code, line.id);
  return receive(tx, { listId: list.packingListId, line, scanned, quantity, actorId });
}
