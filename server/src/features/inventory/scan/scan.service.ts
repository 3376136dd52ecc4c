import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type IncompleteCode, inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { createBatches, writeTogether, written } from '../../../platform/batches.ts';
import type { Context } from '../../../platform/context.ts';
import { type Database, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { createListingFinder } from '../../catalog/index.ts';
import { addUnits, CODE_UNRESOLVED, type ScannedUnit, scanUnits } from '../ledger/stock-ledger.repository.ts';
import { locationReference } from '../locations/location.repository.ts';
import { noSuchLocation } from '../locations/location.service.ts';
import { scanBatches, scans } from './scan-metrics.ts';
import { findRepeatedScan, isLookedUp, refuseReusedScanId, resolveItem } from './scanned-item.service.ts';

interface Scan {
  readonly code: string;
  readonly incomplete: IncompleteCode;
  /** The location's id or code. */
  readonly location: number | string;
  /** One id per scan; null if the sender provides none. */
  readonly clientScanId: string | null;
  readonly actorId: number;
}

/** More scans than arrive during one write. */
const MAX_TOGETHER = 100;

export type ScanService = ReturnType<typeof createScanService>;

export function createScanService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  /** Scans that arrive during a write are written together by the next one: one statement, one commit, one live message. */
  const batches = <Item extends Pick<Scan, 'clientScanId'>, Result>(write: (db: Database, items: readonly Item[]) => Promise<Result[]>) =>
    createBatches<Item, Result>(MAX_TOGETHER, async (items) => {
      scanBatches.observe(items.length);
      const results = await writeTogether(items, {
        keyOf: ({ clientScanId }) => clientScanId,
        write: async (some) => (await write(db, some)).map(written),
      });
      const unitId = results.flatMap((result) => (result.status === 'fulfilled' && typeof result.value === 'number' ? result.value : [])).at(-1);
      if (unitId !== undefined) topics.publish(inventoryHistoryTopic, { unitId, change: 'SCANNED' });
      return results;
    });
  const find = createListingFinder(db);
  const addByCode = batches(scanUnits);
  const add = batches(addUnits);

  const resolve = (code: string, incomplete: IncompleteCode) => resolveItem(db, { code, incomplete, invalidMessage: IDENTIFIER_MESSAGES.invalid, find });
  const addScan = async ({ incomplete, ...scan }: ScannedUnit & Pick<Scan, 'incomplete'>) => {
    // Most codes name one listing, and need no second statement.
    const unitId = isLookedUp(scan.code) ? await addByCode(scan) : CODE_UNRESOLVED;
    return unitId === CODE_UNRESOLVED ? add({ ...scan, ...(await resolve(scan.code, incomplete)), source: 'SCAN' }) : unitId;
  };
  /** @returns whether the unit was added, or had been under the same client scan id */
  const scanOnce = async ({ code: rawCode, incomplete, location: reference, clientScanId, actorId }: Scan): Promise<'added' | 'repeated'> => {
    const code = normalizeCode(rawCode);
    const location = locationReference(reference);
    let isIdTaken = false;
    try {
      const unitId = await addScan({ code, incomplete, location, actorId, clientScanId });
      if (unitId !== undefined) return 'added';
    } catch (error) {
      if (!violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
      isIdTaken = true;
    }
    const repeated = await findRepeatedScan(db, { clientScanId, location: reference });
    if (repeated === undefined && !isIdTaken) throw noSuchLocation(reference);
    refuseReusedScanId(repeated?.recorded, { ...(await resolve(code, incomplete)), locationId: repeated?.location?.id, actorId });
    return 'repeated';
  };
  return {
    /** Adds one unit to a location. The same client scan id counts once. */
    async scan(scan: Scan): Promise<void> {
      try {
        const result = await scanOnce(scan);
        scans.inc({ result });
      } catch (error) {
        scans.inc({ result: error instanceof AppError && error.code !== 'internal' ? 'refused' : 'failed' });
        throw error;
      }
    },
  };
}
