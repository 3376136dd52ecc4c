import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { mostReceived, receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { publishStock, quarantineReceivedUnits, receiveVendorUnits, releaseFromQuarantine, removeReceivedUnits } from '../../inventory/index.ts';
import * as lists from '../packing-lists/packing-list.repository.ts';
import { lockOpenList } from '../packing-lists/packing-list-lock.ts';
import { requireDamageEvidence } from '../photos/damage-evidence.ts';
import { type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import * as receipts from './receipt.repository.ts';
import { createScanReceiver } from './receive-scans.service.ts';
import { itemsOf, lookUp, type ScannedCode } from './received-item.service.ts';

interface Correction {
  readonly packingListId: number;
  readonly poNumber: string;
  readonly code: string;
  /** By default the newest scan of the code. */
  readonly receiptId?: number | undefined;
  /** The quantity that the person saw. */
  readonly expected?: number | undefined;
  readonly quantity: number;
  readonly actorId: number;
}

interface LineUpdate {
  readonly packingListId: number | undefined;
  readonly lineId: number;
  /** Undefined keeps the notes. */
  readonly notes: string | null | undefined;
  /** The notes that the person saw, null for none. */
  readonly seenNotes?: string | null | undefined;
  readonly damaged: number | undefined;
  /** The damaged units that the person saw. */
  readonly seenDamaged?: number | undefined;
  readonly actorId: number;
}

interface Change {
  readonly list: ListOfOrder;
  readonly lineId: number;
  readonly unitIds: readonly number[];
}

export type ReceivingService = ReturnType<typeof createReceivingService>;

export function createReceivingService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const publish = ({ list: { poNumber, packingListId }, lineId, unitIds }: Change, change: 'CHANGED' | 'LINE') => {
    topics.publish(receivingTopic, { poNumber, packingListId, change, lineIds: [lineId] });
    // One message makes the pages reload the stock.
    publishStock(topics, unitIds, 'SCANNED');
  };

  return {
    /** Receives one unit. Repeating a client scan id counts once. */
    scan: createScanReceiver({ db, topics }),

    /** Changes the quantity of a scan. @returns its line. @throws AppError `changed_meanwhile` when the quantity isn't the expected one */
    async correct({ packingListId, poNumber, code, receiptId, expected, quantity, actorId }: Correction): Promise<number> {
      const change = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, packingListId, poNumber);
        const receipt = await receipts.findNewestReceipt(tx, packingListId, normalizeCode(code), receiptId);
        if (receipt === undefined) throw new AppError('not_found', `${code} was not received on this packing list`, { reason: 'unknown_scan' });
        if (expected !== undefined) requireVersion({ expected, current: receipt.quantity, of: 'this quantity' });
        const unitIds = await changeQuantity(tx, { listId: packingListId, receipt, quantity, actorId });
        await recordChange(tx, list, { kind: 'RECEIPT', details: { receiptId: receipt.id, before: receipt.quantity, after: quantity }, actorId });
        return { list, lineId: receipt.line.id, unitIds };
      });
      publish(change, 'CHANGED');
      return change.lineId;
    },

    /** Sets the notes and the damaged units of a line. */
    async updateLine({ packingListId, lineId, notes, seenNotes, damaged, seenDamaged, actorId }: LineUpdate): Promise<void> {
      const listId = packingListId ?? (await lists.findOpenListOfLine(db, lineId));
      if (listId === undefined) throw unknownLine();
      const change = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, listId);
        const line = await lists.readLine(tx, listId, lineId);
        if (line === undefined) throw unknownLine();
        const after = { notes: notes === undefined ? line.notes : notes || null, damaged: damaged ?? line.damaged };
        if (seenNotes !== undefined && after.notes !== line.notes)
          requireVersion({ expected: seenNotes || null, current: line.notes, of: 'these notes', details: { line_item_notes: line.notes } });
        if (seenDamaged !== undefined)
          requireVersion({ expected: seenDamaged, current: line.damaged, of: `the damaged units of this line to ${numberText(line.damaged)}` });
        if (after.damaged > line.received)
          throw new AppError('rule_violated', `Only ${numberText(line.received)} were received`, { reason: 'more_than_received' });
        await requireDamageEvidence(tx, lineId, after);
        await lists.updateLine(tx, { listId, lineId }, after);
        await recordChange(tx, list, { kind: 'LINE', details: { lineId, before: { notes: line.notes, damaged: line.damaged }, after }, actorId });
        return { list, lineId, unitIds: await moveDamaged(tx, { listId, lineId, by: after.damaged - line.damaged, actorId }) };
      });
      publish(change, 'LINE');
    },
  };
}

interface Receiving {
  readonly listId: number;
  readonly line: receipts.ReceivedLine;
  readonly scanned: ScannedCode;
  readonly quantity: number;
  readonly actorId: number;
}

/** Stores a receipt and its stock units. @returns the ids of the units */
export async function receive(tx: DatabaseTransaction, { line, scanned, ...receipt }: Receiving): Promise<number[]> {
  const [receiptId] = await receipts.insertReceipts(tx, [{ ...receipt, code: scanned.code, lineId: line.id, clientScanId: null }]);
  const { quantity, actorId } = receipt;
  const [item] = await itemsOf(tx, [{ scanned, line }]);
  if (item === undefined || receiptId === undefined) throw new Error('A receipt has no item');
  return receiveVendorUnits(tx, { item, quantity, cost: line.unitCost, receiptId, actorId });
}

async function changeQuantity(
  tx: DatabaseTransaction,
  { listId, receipt, quantity, actorId }: { listId: number; receipt: receipts.Receipt; quantity: number; actorId: number },
): Promise<number[]> {
  const { id: receiptId, line } = receipt;
  const change = quantity - receipt.quantity;
  const stored = await lists.readLine(tx, listId, line.id);
  if (stored !== undefined) refuseImpossible(stored, change);
  await receipts.changeOrVoidReceipt(tx, receiptId, quantity);
  if (change === 0) return [];
  if (change > 0) {
    const [item] = await itemsOf(tx, [{ scanned: await lookUp(tx, receipt.code), line }]);
    if (item === undefined) throw new Error('A receipt has no item');
    return receiveVendorUnits(tx, { item, quantity: change, cost: line.unitCost, receiptId, actorId });
  }
  // Its own units go first; other units of the line replace those that are damaged or sold. The movements name this receipt.
  const units = await receipts.listReceivedUnits(tx, { listId, lineId: line.id });
  const own = units.filter((unit) => unit.receiptId === receiptId);
  const others = units.filter((unit) => unit.receiptId !== receiptId).map((unit) => ({ ...unit, receiptId }));
  return removeReceivedUnits(tx, own.concat(others), -change, actorId);
}

function refuseImpossible({ quantity: expected, received, damaged }: lists.ListLine, change: number): void {
  const after = received + change;
  if (change < 0 && after < damaged) throw new AppError('conflict', `${numberText(damaged)} units are damaged: lower that number first`, { reason: 'damaged' });
  const most = mostReceived(expected);
  if (change > 0 && after > most) {
    const [units, listed, limit] = [after, expected, most].map((count) => numberText(count));
    const message = `This would make ${units} received of ${listed} on the packing list; at most ${limit} can be entered. Check the number.`;
    throw new AppError('rule_violated', message, { reason: 'far_over' });
  }
}

/** @param by the additional damaged units; negative for fewer */
async function moveDamaged(
  tx: DatabaseTransaction,
  { listId, lineId, by, actorId }: { listId: number; lineId: number; by: number; actorId: number },
): Promise<number[]> {
  if (by === 0) return [];
  const units = await receipts.listReceivedUnits(tx, { listId, lineId });
  // The oldest units go first, so that the newest scan can still be undone.
  return by > 0
    ? quarantineReceivedUnits(tx, [{ arrived: units.toReversed(), quantity: by, reason: 'DAMAGED' }], actorId)
    : releaseFromQuarantine(tx, units, -by, actorId);
}

function unknownLine(): AppError {
  return new AppError('not_found', 'This line is not on an open packing list', { reason: 'unknown_line' });
}
