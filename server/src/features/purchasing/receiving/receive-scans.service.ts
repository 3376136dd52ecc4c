import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { RECEIVING_MESSAGES, receivingTopic, SCAN_RESULTS } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { createBatches, refused, writeTogether, written } from '../../../platform/batches.ts';
import { onceEach } from '../../../platform/commands/once.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { receiveSingleUnits, scanIdReused } from '../../inventory/index.ts';
import { setState } from '../packing-lists/packing-list.repository.ts';
import { closedRefusal, noSuchList } from '../packing-lists/packing-list-lock.ts';
import { type ListOfOrder, lockOrdersOfLists } from '../purchase-orders/purchase-order.repository.ts';
import { insertReceipts, type ListedLine, listScannedLines, type ScannedLines } from './receipt.repository.ts';
import { itemsOf, lookUpAll, type ScannedCode } from './received-item.service.ts';
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

/** A scan with a normalized code and a list. */
interface ScanOfList extends ReceivingScan {
  readonly packingListId: number;
}

/** A scan of a locked, open list. */
interface PlacedScan {
  readonly scan: ScanOfList & { readonly scanned: ScannedCode };
  readonly list: ListOfOrder;
  readonly found: ScannedLines;
  /** Undefined for a code that matches no line. */
  readonly line: ListedLine | undefined;
}

/** A scan that was written. */
interface Change extends Pick<PlacedScan, 'list'> {
  readonly lineId: number | undefined;
  readonly unitId: number | undefined;
}

/** More scans than arrive during one write. */
const MAX_TOGETHER = 100;

/** Receives one unit per scan. Scans that arrive together are written by one transaction with the same statements. */
export function createScanReceiver({ db, topics }: Pick<Context, 'db' | 'topics'>): (scan: ReceivingScan) => Promise<ScanResult> {
  const receiveTogether = createBatches<ScanOfList, ScanResult>(MAX_TOGETHER, async (items) => {
    const changes: Change[] = [];
    const results = await writeTogether(items, {
      keyOf: ({ clientScanId }) => clientScanId,
      write: async (scans) => {
        const codes = await lookUpAll(
          db,
          scans.map(({ code }) => code),
        );
        const done: Change[] = [];
        const outcomes = await db.transaction().execute((tx) =>
          onceEach(tx, scans.map(toCommand), (fresh) =>
            receiveScans(
              tx,
              fresh.flatMap((nth) => scans[nth] ?? []).map((scan, at) => ({ ...scan, scanned: codes[fresh[at] ?? -1] ?? { code: scan.code, matches: [] } })),
              done,
            ),
          ),
        );
        changes.push(...done);
        // The usual answer is not stored, which saves a statement.
        return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? written(outcome.value ?? SCAN_RESULTS.received) : outcome));
      },
    });
    publish(topics, changes);
    return results;
  });
  return async ({ code: rawCode, packingListId, ...scan }) => {
    const code = normalizeCode(rawCode);
    if (code === '' || packingListId === null) return SCAN_RESULTS.missing;
    if (isLpn(code)) throw new AppError('rule_violated', RECEIVING_MESSAGES.lpn, { reason: 'lpn' });
    return receiveTogether({ ...scan, code, packingListId });
  };
}

function toCommand({ clientScanId, actorId, packingListId, code }: ScanOfList) {
  return { command: 'purchasing.scan', key: clientScanId, actorId, content: [packingListId, code.toUpperCase()], refusal: scanIdReused };
}

/**
 * Receives each scan on its line, or stores it as unexpected.
 * @param changes gets what was written
 * @returns for each scan its stored answer, or why it was refused
 */
async function receiveScans(
  tx: DatabaseTransaction,
  scans: readonly PlacedScan['scan'][],
  changes: Change[],
): Promise<PromiseSettledResult<typeof SCAN_RESULTS.notFound | undefined>[]> {
  const placed = await place(tx, scans);
  const open = placed.flatMap((one) => (one instanceof AppError ? [] : [one]));
  const begun = open.filter(({ found }) => found.state !== 'RECEIVING').map(({ list }) => list.packingListId);
  for (const listId of new Set(begun)) await setState(tx, listId, 'RECEIVING');
  const unexpected = open.filter(({ line }) => line === undefined);
  if (unexpected.length > 0) {
    await insertUnexpected(
      tx,
      unexpected.map(({ scan: { packingListId, code, actorId } }) => ({ listId: packingListId, code, actorId })),
    );
    changes.push(...unexpected.map(({ list }) => ({ list, lineId: undefined, unitId: undefined })));
  }
  changes.push(...(await receiveUnits(tx, open)));
  return placed.map((one) => (one instanceof AppError ? refused(one) : written(one.line === undefined ? SCAN_RESULTS.notFound : undefined)));
}

/** Locks the scans' orders, and finds their lines. */
async function place(tx: DatabaseTransaction, scans: readonly PlacedScan['scan'][]): Promise<(PlacedScan | AppError)[]> {
  const lists = await lockOrdersOfLists(tx, scans);
  // Read after the lock was granted: another transaction may have closed a list or received its units in the meantime.
  const found = await listScannedLines(
    tx,
    scans.map(({ packingListId, code, scanned }) => ({
      listId: packingListId,
      code,
      productIds: [...new Set(scanned.matches.map(({ product }) => product.id))],
    })),
  );
  const takeLine = createLineChoice();
  return scans.map((scan, nth) => {
    const list = lists[nth];
    const lines = found[nth];
    if (list === undefined || lines === undefined) return noSuchList(scan.packingListId, scan.poNumber);
    return closedRefusal(lines.state) ?? { scan, list, found: lines, line: takeLine(scan.packingListId, lines.lines) };
  });
}

/** Chooses the first line that is incomplete, counting the scans before; else the first one. */
function createLineChoice() {
  const taken = new Map<string, number>();
  return (listId: number, lines: readonly ListedLine[]): ListedLine | undefined => {
    const keyOf = (line: ListedLine) => `${listId} ${line.id}`;
    const line = lines.find((one) => one.missing > (taken.get(keyOf(one)) ?? 0)) ?? lines[0];
    if (line !== undefined) taken.set(keyOf(line), (taken.get(keyOf(line)) ?? 0) + 1);
    return line;
  };
}

/** Stores the receipts of the scans that have a line, and adds their units. */
async function receiveUnits(tx: DatabaseTransaction, open: readonly PlacedScan[]): Promise<Change[]> {
  const received = open.flatMap(({ line, ...one }) => (line === undefined ? [] : [{ ...one, line }]));
  if (received.length === 0) return [];
  const receiptIds = await insertReceipts(
    tx,
    received.map(({ line, scan: { packingListId, code, clientScanId, actorId } }) => ({
      ...{ listId: packingListId, lineId: line.id, code, quantity: 1, clientScanId, actorId },
    })),
  );
  const items = await itemsOf(
    tx,
    received.map(({ scan: { scanned }, line }) => ({ scanned, line })),
  );
  const units = received.flatMap(({ scan: { actorId }, line }, nth) => {
    const [item, receiptId] = [items[nth], receiptIds[nth]];
    return item === undefined || receiptId === undefined ? [] : [{ item, cost: line.unitCost, receiptId, actorId }];
  });
  const unitIds = await receiveSingleUnits(tx, units, received[0]?.found.receivingId);
  return received.map(({ list, line }, nth) => ({ list, lineId: line.id, unitId: unitIds[nth] }));
}

/** One message for each list and kind of change, and one that makes the pages reload the stock. */
function publish(topics: Context['topics'], changes: readonly Change[]): void {
  const byList = new Map<string, { readonly list: ListOfOrder; readonly lineIds: Set<number> }>();
  for (const { list, lineId } of changes) {
    const change = lineId === undefined ? 'UNEXPECTED' : 'RECEIVED';
    const key = `${change} ${list.packingListId}`;
    const one = byList.get(key) ?? { list, lineIds: new Set() };
    byList.set(key, one);
    if (lineId !== undefined) one.lineIds.add(lineId);
  }
  for (const { list, lineIds } of byList.values()) {
    const { poNumber, packingListId } = list;
    topics.publish(receivingTopic, { poNumber, packingListId, change: lineIds.size === 0 ? 'UNEXPECTED' : 'RECEIVED', lineIds: [...lineIds] });
  }
  const unitId = changes.findLast((change) => change.unitId !== undefined)?.unitId;
  if (unitId !== undefined) topics.publish(inventoryHistoryTopic, { unitId, change: 'SCANNED' });
}
