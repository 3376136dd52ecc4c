import { displayGtin, isLpn, MAX_CODE_LENGTH, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { mostReceived, RECEIVING_MESSAGES, receivingTopic, SCAN_RESULTS } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { chooseListing, findListing, type ListingChoice, matchCode } from '../../catalog/index.ts';
import { quarantineReceivedUnits, receiveVendorUnits, releaseFromQuarantine, removeReceivedUnits } from '../../inventory/index.ts';
import * as lists from '../packing-lists/packing-list.repository.ts';
import { lockList, lockOpenList, refuseClosed } from '../packing-lists/packing-list-lock.ts';
import { requireDamageEvidence } from '../photos/damage-evidence.ts';
import { type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import * as receipts from './receipt.repository.ts';
import { insertUnexpected } from './unexpected.repository.ts';

type ScanResult = (typeof SCAN_RESULTS)[keyof typeof SCAN_RESULTS];

interface ReceivingScan {
  readonly code: string;
  readonly packingListId: number | null;
  readonly poNumber: string | null;
  /** Unique per scan, so that a repeat counts once; null for a sender without ids. */
  readonly clientScanId: string | null;
  readonly actorId: number;
}

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
  readonly damaged: number | undefined;
  readonly actorId: number;
}

interface Change {
  readonly list: ListOfOrder;
  /** Undefined for a code that matches no line. */
  readonly lineId: number | undefined;
  readonly unitIds: readonly number[];
}

export type ReceivingService = ReturnType<typeof createReceivingService>;

export function createReceivingService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const publish = ({ list: { poNumber, packingListId }, lineId, unitIds }: Change, change: 'RECEIVED' | 'UNEXPECTED' | 'CHANGED' | 'LINE') => {
    topics.publish(receivingTopic, { poNumber, packingListId, change, lineIds: lineId === undefined ? [] : [lineId] });
    // One message makes the pages reload the stock.
    if (unitIds[0] !== undefined) topics.publish(inventoryHistoryTopic, { unitId: unitIds[0], change: 'SCANNED' });
  };

  return {
    /** Receives one unit. Repeating a client scan id counts once. */
    async scan({ code: rawCode, packingListId, poNumber, clientScanId, actorId }: ReceivingScan): Promise<ScanResult> {
      const code = normalizeCode(rawCode);
      if (code === '' || packingListId === null) return SCAN_RESULTS.missing;
      if (isLpn(code)) throw new AppError('rule_violated', RECEIVING_MESSAGES.lpn, { reason: 'lpn' });
      const scanned = await lookUp(db, code);
      const command = { command: 'purchasing.scan', key: clientScanId, actorId, content: [packingListId, code.toUpperCase()], refusal: scanIdReused };
      const changes: Change[] = [];
      const exception = await db.transaction().execute((tx) =>
        once(tx, command, async () => {
          const list = await lockList(tx, packingListId, poNumber);
          const change = await receiveScan(tx, list, { scanned, clientScanId, actorId });
          changes.push({ list, ...change });
          // The usual answer is not stored, which saves a statement of each scan.
          return change.lineId === undefined ? SCAN_RESULTS.notFound : undefined;
        }),
      );
      const result = exception ?? SCAN_RESULTS.received;
      // A repeat changes nothing.
      for (const change of changes) publish(change, result === SCAN_RESULTS.received ? 'RECEIVED' : 'UNEXPECTED');
      return result;
    },

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
    async updateLine({ packingListId, lineId, notes, damaged, actorId }: LineUpdate): Promise<void> {
      const listId = packingListId ?? (await lists.findOpenListOfLine(db, lineId));
      if (listId === undefined) throw unknownLine();
      const change = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, listId);
        const line = await lists.readLine(tx, listId, lineId);
        if (line === undefined) throw unknownLine();
        const after = { notes: notes === undefined ? line.notes : notes || null, damaged: damaged ?? line.damaged };
        if (after.damaged > line.received)
          throw new AppError('rule_violated', `Only ${line.received.toLocaleString('en-US')} were received`, { reason: 'more_than_received' });
        await requireDamageEvidence(tx, lineId, after);
        await lists.updateLine(tx, { listId, lineId }, after);
        await recordChange(tx, list, { kind: 'LINE', details: { lineId, before: { notes: line.notes, damaged: line.damaged }, after }, actorId });
        return { list, lineId, unitIds: await moveDamaged(tx, { listId, lineId, by: after.damaged - line.damaged, actorId }) };
      });
      publish(change, 'LINE');
    },
  };
}

/** Receives a scan on its line, or stores it as unexpected. */
async function receiveScan(
  tx: DatabaseTransaction,
  { packingListId: listId }: ListOfOrder,
  { scanned, clientScanId, actorId }: Pick<Receiving, 'scanned' | 'clientScanId' | 'actorId'>,
): Promise<Omit<Change, 'list'>> {
  const { code, matches } = scanned;
  const productIds = [...new Set(matches.map(({ product }) => product.id))];
  const found = await receipts.findScannedLine(tx, listId, { code, productIds });
  refuseClosed(found?.state);
  if (found?.state !== 'RECEIVING') await lists.setState(tx, listId, 'RECEIVING');
  if (found?.line === undefined) {
    await insertUnexpected(tx, { listId, code, actorId });
    return { lineId: undefined, unitIds: [] };
  }
  const { line, receivingId } = found;
  return { lineId: line.id, unitIds: await receive(tx, { listId, line, scanned, quantity: 1, clientScanId, actorId, receivingId }) };
}

interface Receiving {
  readonly listId: number;
  readonly line: receipts.ReceivedLine;
  readonly scanned: ScannedCode;
  readonly quantity: number;
  readonly clientScanId: string | null;
  readonly actorId: number;
  /** The receiving location, if the caller knows it. */
  readonly receivingId?: number | undefined;
}

/** A code and its matches in the catalog. */
interface ScannedCode {
  readonly code: string;
  readonly matches: readonly CatalogMatch[];
}

export async function lookUp(db: Database, code: string): Promise<ScannedCode> {
  return { code, matches: code.length > MAX_CODE_LENGTH ? [] : await matchCode(db, code) };
}

/** Stores a receipt and its stock units. @returns the ids of the units */
export async function receive(tx: DatabaseTransaction, { line, scanned, receivingId, ...receipt }: Receiving): Promise<number[]> {
  const receiptId = await receipts.insertReceipt(tx, { ...receipt, code: scanned.code, lineId: line.id });
  const { quantity, actorId } = receipt;
  return receiveVendorUnits(tx, { item: await itemOf(tx, scanned, line), quantity, cost: line.unitCost, receiptId, actorId, receivingId });
}

/**
 * The listing of a received unit: the one whose FNSKU or seller SKU was scanned, else the one that its GTIN identifies. An
 * unknown GTIN, or one with several used listings and no new one, becomes stock without a listing, so that receiving never stops.
 */
async function itemOf(
  tx: DatabaseTransaction,
  { code, matches }: ScannedCode,
  { gtin }: receipts.ReceivedLine,
): Promise<{ listingId: number | null; identifier: string }> {
  const printed = displayGtin(gtin);
  const scanned = chooseListing(matches, code);
  const isGtin = matches[0]?.kind === 'GTIN' && toGtin14(code) === gtin;
  const ofGtin = isGtin ? scanned : await findListing(tx, printed);
  const isNamed = matches[0]?.kind === 'FNSKU' || matches[0]?.kind === 'SKU';
  const isOwn = isNamed && scanned.status === 'HIT' && ofGtin.status !== 'MISS' && productOf(ofGtin) === scanned.match.product.id;
  const choice = isOwn ? scanned : ofGtin;
  if (choice.status !== 'HIT') return { listingId: null, identifier: printed };
  return { listingId: choice.match.listing.id, identifier: choice.match.listing.fnsku ?? printed };
}

function productOf(choice: Exclude<ListingChoice, { status: 'MISS' }>): number | undefined {
  return choice.status === 'HIT' ? choice.match.product.id : choice.matches[0]?.product.id;
}

async function changeQuantity(
  tx: DatabaseTransaction,
  { listId, receipt, quantity, actorId }: { listId: number; receipt: receipts.Receipt; quantity: number; actorId: number },
): Promise<number[]> {
  const { id: receiptId, line } = receipt;
  const change = quantity - receipt.quantity;
  const stored = await lists.readLine(tx, listId, line.id);
  if (stored !== undefined) refuseImpossible(stored, change);
  await receipts.setReceiptQuantity(tx, receiptId, quantity);
  if (change === 0) return [];
  if (change > 0)
    return receiveVendorUnits(tx, { item: await itemOf(tx, await lookUp(tx, receipt.code), line), quantity: change, cost: line.unitCost, receiptId, actorId });
  // Its own units go first; other units of the line replace those that are damaged or sold. The movements name this receipt.
  const units = await receipts.listReceivedUnits(tx, { listId, lineId: line.id });
  const own = units.filter((unit) => unit.receiptId === receiptId);
  const others = units.filter((unit) => unit.receiptId !== receiptId).map((unit) => ({ ...unit, receiptId }));
  return removeReceivedUnits(tx, own.concat(others), -change, actorId);
}

function refuseImpossible({ quantity: expected, received, damaged }: lists.ListLine, change: number): void {
  const after = received + change;
  if (change < 0 && after < damaged)
    throw new AppError('conflict', `${damaged.toLocaleString('en-US')} units are damaged: lower that number first`, { reason: 'damaged' });
  const most = mostReceived(expected);
  if (change > 0 && after > most) {
    const [units, listed, limit] = [after, expected, most].map((count) => count.toLocaleString('en-US'));
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

function scanIdReused(): AppError {
  return new AppError('conflict', 'This scan id was already used for another scan', { reason: 'scan_id_reused' });
}
