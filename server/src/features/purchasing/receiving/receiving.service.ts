import { displayGtin, isLpn, MAX_CODE_LENGTH, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { RECEIVING_MESSAGES, receivingTopic, SCAN_RESULTS } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { chooseListing, findListing, findMatches, type ListingChoice } from '../../catalog/index.ts';
import { quarantineReceivedUnits, receiveVendorUnits, releaseFromQuarantine, removeReceivedUnits } from '../../inventory/index.ts';
import { getList, getOpenList, refuseClosed } from '../packing-lists/open-list.service.ts';
import * as lists from '../packing-lists/packing-list.repository.ts';
import { requireDamageEvidence } from '../photos/damage-evidence.ts';
import { type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import * as receipts from './receipt.repository.ts';
import { insertUnexpected } from './unexpected.repository.ts';

type ScanResult = (typeof SCAN_RESULTS)[keyof typeof SCAN_RESULTS];

interface ReceivingScan {
  readonly code: string;
  readonly packingListId: number | null;
  readonly poNumber: string | null;
  /** Made by the sender, once per beep; null where the sender makes none. */
  readonly clientScanId: string | null;
  readonly actorId: number;
}

interface Correction {
  readonly packingListId: number;
  readonly poNumber: string;
  readonly code: string;
  /** Undefined is the newest of the code. */
  readonly receiptId?: number | undefined;
  readonly expected?: number | undefined;
  readonly quantity: number;
  readonly actorId: number;
}

interface LineNote {
  readonly packingListId: number | undefined;
  readonly lineId: number;
  /** Undefined leaves what is there. */
  readonly notes: string | null | undefined;
  readonly damaged: number | undefined;
  readonly actorId: number;
}

/** What pages are to hear of. */
interface Done {
  readonly list: ListOfOrder;
  /** None where a code is on no line. */
  readonly lineId: number | undefined;
  readonly unitIds: readonly number[];
}

export interface ReceivingService {
  /** Receives one unit. The same client scan id counts once, however often it arrives. */
  scan(scan: ReceivingScan): Promise<ScanResult>;
  /** Says how many units a scan stands for. @returns its line. @throws AppError `changed_meanwhile` when it stands for another number than expected */
  correct(correction: Correction): Promise<number>;
  /** Writes down something about a line, and how many of its units came damaged. */
  noteLine(note: LineNote): Promise<void>;
}

export function createReceivingService({ db, topics }: { db: DatabasePool; topics: Topics }): ReceivingService {
  const tell = ({ list: { poNumber, packingListId }, lineId, unitIds }: Done, change: 'RECEIVED' | 'UNEXPECTED' | 'CHANGED' | 'LINE') => {
    topics.publish(receivingTopic, { poNumber, packingListId, change, lineIds: lineId === undefined ? [] : [lineId] });
    // One message is enough for pages to read the stock again.
    if (unitIds[0] !== undefined) topics.publish(inventoryHistoryTopic, { unitId: unitIds[0], change: 'SCANNED' });
  };

  return {
    async scan({ code: rawCode, packingListId, poNumber, clientScanId, actorId }) {
      const code = normalizeCode(rawCode);
      if (code === '' || packingListId === null) return SCAN_RESULTS.missing;
      if (isLpn(code)) throw new AppError('rule_violated', RECEIVING_MESSAGES.lpn, { reason: 'lpn' });
      const scanned = await lookUp(db, code);
      const productIds = [...new Set(scanned.matches.map(({ product }) => product.id))];
      const { result, done } = await db
        .transaction()
        .execute(async (tx) => {
          const list = await getList(tx, packingListId, poNumber);
          const found = await receipts.findScannedLine(tx, packingListId, { code, productIds, clientScanId });
          if (found?.seen !== undefined) {
            refuseReused(found.seen, { packingListId, code, actorId });
            return { result: found.seen.result, done: undefined };
          }
          refuseClosed(found?.state);
          if (found?.state !== 'RECEIVING') await lists.setState(tx, packingListId, 'RECEIVING');
          if (found?.line === undefined) {
            await insertUnexpected(tx, { listId: packingListId, code, clientScanId, actorId });
            return { result: SCAN_RESULTS.notFound, done: { list, lineId: undefined, unitIds: [] } };
          }
          const unitIds = await receive(tx, {
            listId: packingListId,
            line: found.line,
            scanned,
            quantity: 1,
            clientScanId,
            actorId,
            receivingId: found.receivingId,
          });
          return { result: SCAN_RESULTS.received, done: { list, lineId: found.line.id, unitIds } };
        })
        .catch(refuseRacingId);
      if (done !== undefined) tell(done, result === SCAN_RESULTS.received ? 'RECEIVED' : 'UNEXPECTED');
      return result;
    },

    async correct({ packingListId, poNumber, code, receiptId, expected, quantity, actorId }) {
      const done = await db.transaction().execute(async (tx) => {
        const locked = await getOpenList(tx, packingListId, poNumber);
        const receipt = await receipts.findNewestReceipt(tx, packingListId, normalizeCode(code), receiptId);
        if (receipt === undefined) throw new AppError('not_found', `${code} was not received on this packing list`, { reason: 'unknown_scan' });
        if (expected !== undefined && receipt.quantity !== expected) {
          throw new AppError('conflict', 'Somebody changed this number meanwhile: please look at it again', { reason: 'changed_meanwhile' });
        }
        const ids = await changeQuantity(tx, { listId: packingListId, receipt, quantity, actorId });
        await recordChange(tx, locked, { kind: 'RECEIPT', details: { receiptId: receipt.id, before: receipt.quantity, after: quantity }, actorId });
        return { list: locked, lineId: receipt.line.id, unitIds: ids };
      });
      tell(done, 'CHANGED');
      return done.lineId;
    },

    async noteLine({ packingListId, lineId, notes, damaged, actorId }) {
      const listId = packingListId ?? (await lists.findOpenListOfLine(db, lineId));
      if (listId === undefined) throw unknownLine();
      const done = await db.transaction().execute(async (tx) => {
        const locked = await getOpenList(tx, listId, null);
        const line = await lists.readLine(tx, listId, lineId);
        if (line === undefined) throw unknownLine();
        const after = { notes: notes === undefined ? line.notes : notes || null, damaged: damaged ?? line.damaged };
        await refuseImpossibleDamage(tx, { ...after, lineId, received: line.received });
        await lists.noteLine(tx, listId, lineId, after.notes, after.damaged);
        await recordChange(tx, locked, { kind: 'LINE', details: { lineId, before: { notes: line.notes, damaged: line.damaged }, after }, actorId });
        return { list: locked, lineId, unitIds: await moveDamaged(tx, { listId, lineId, by: after.damaged - line.damaged, actorId }) };
      });
      tell(done, 'LINE');
    },
  };
}

interface Arrival {
  readonly listId: number;
  readonly line: receipts.ReceivedLine;
  readonly scanned: ScannedCode;
  readonly quantity: number;
  readonly clientScanId: string | null;
  readonly actorId: number;
  /** Where it comes in, if the caller knows already. */
  readonly receivingId?: number | undefined;
}

/** A code with what the catalogue knows of it. */
interface ScannedCode {
  readonly code: string;
  readonly matches: readonly CatalogMatch[];
}

export async function lookUp(db: Database, code: string): Promise<ScannedCode> {
  return { code, matches: code.length > MAX_CODE_LENGTH ? [] : await findMatches(db, code) };
}

/** Keeps a receipt and takes its units into stock. @returns their ids */
export async function receive(tx: DatabaseTransaction, { line, scanned, receivingId, ...arrival }: Arrival): Promise<number[]> {
  const receiptId = await receipts.insertReceipt(tx, { ...arrival, code: scanned.code, lineId: line.id });
  const { quantity, actorId } = arrival;
  return receiveVendorUnits(tx, { item: await itemOf(tx, scanned, line), quantity, cost: line.unitCost, receiptId, actorId, receivingId });
}

/**
 * Which listing a received unit is: the one whose FNSKU or seller SKU was scanned, else the one that its GTIN means.
 * A GTIN that the catalogue does not know, or that names several used listings and no new one, is stock without a
 * listing until somebody says more: receiving waits for nobody.
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
  if (change < 0) {
    const kept = await lists.readLine(tx, listId, line.id);
    if (kept !== undefined && kept.received + change < kept.damaged) {
      throw new AppError('conflict', `${kept.damaged.toLocaleString('en-US')} of them came damaged: change that number first`, { reason: 'damaged' });
    }
  }
  await receipts.setReceiptQuantity(tx, receiptId, quantity);
  if (change === 0) return [];
  if (change > 0)
    return receiveVendorUnits(tx, { item: await itemOf(tx, await lookUp(tx, receipt.code), line), quantity: change, cost: line.unitCost, receiptId, actorId });
  // Its own units first; where one of them came damaged or was sold, another of the line. The movement names this receipt.
  const units = await receipts.listReceivedUnits(tx, { listId, lineId: line.id });
  const own = units.filter((unit) => unit.receiptId === receiptId);
  const others = units.filter((unit) => unit.receiptId !== receiptId).map((unit) => ({ ...unit, receiptId }));
  return removeReceivedUnits(tx, own.concat(others), -change, actorId);
}

/** @param by how many more came damaged; fewer, when negative */
async function moveDamaged(
  tx: DatabaseTransaction,
  { listId, lineId, by, actorId }: { listId: number; lineId: number; by: number; actorId: number },
): Promise<number[]> {
  if (by === 0) return [];
  const units = await receipts.listReceivedUnits(tx, { listId, lineId });
  // The oldest first: the newest scan can still be taken back.
  return by > 0
    ? quarantineReceivedUnits(tx, [{ arrived: units.toReversed(), quantity: by, reason: 'DAMAGED' }], actorId)
    : releaseFromQuarantine(tx, units, -by, actorId);
}

async function refuseImpossibleDamage(
  tx: DatabaseTransaction,
  { lineId, received, ...line }: { lineId: number; notes: string | null; damaged: number; received: number },
): Promise<void> {
  if (line.damaged > received) {
    throw new AppError('rule_violated', `Only ${received.toLocaleString('en-US')} were received`, { reason: 'more_than_received' });
  }
  await requireDamageEvidence(tx, lineId, line);
}

function unknownLine(): AppError {
  return new AppError('not_found', 'There is no such line on an open packing list', { reason: 'unknown_line' });
}

/** A scan that is sent again is the same scan; the same id on another one is a mistake of the sender. */
function refuseReused(seen: NonNullable<receipts.ScannedLine['seen']>, again: { packingListId: number; code: string; actorId: number }): void {
  const isSame = seen.packingListId === again.packingListId && seen.code.toUpperCase() === again.code.toUpperCase() && seen.actorId === again.actorId;
  if (!isSame) throw scanIdReused();
}

/** The same id arrived for lists of two orders at once, which take no turns. */
function refuseRacingId(error: unknown): never {
  if (violatesUnique(error, 'receipts_client_scan_id_key') || violatesUnique(error, 'unexpected_scans_client_scan_id_key')) throw scanIdReused();
  throw error;
}

function scanIdReused(): AppError {
  return new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
}
