import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type IncompleteCode, inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { createBatches } from '../../../platform/batches.ts';
import type { Context } from '../../../platform/context.ts';
import { type Database, violatesUnique } from '../../../platform/database/connect.ts';
import { createListingFinder } from '../../catalog/index.ts';
import { addUnits, type NewUnit } from '../ledger/stock-ledger.repository.ts';
import { findScan } from '../ledger/stock-movement.repository.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { refuseReusedScanId, resolveItem } from './scanned-item.service.ts';

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
  const find = createListingFinder(db);
  /** Scans that arrive during a write are written together by the next one: one statement, one commit, one live message. */
  const add = createBatches<NewUnit, number | undefined>(MAX_TOGETHER, async (units) => {
    const results = await addTogether(db, units);
    const unitId = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : [])).at(-1);
    if (unitId !== undefined) topics.publish(inventoryHistoryTopic, { unitId, change: 'SCANNED' });
    return results;
  });
  return {
    /** Adds one unit to a location. The same client scan id counts once. */
    async scan({ code, incomplete, location, clientScanId, actorId }: Scan): Promise<void> {
      const item = await resolveItem(db, { code: normalizeCode(code), incomplete, invalidMessage: IDENTIFIER_MESSAGES.invalid, find });
      try {
        const unitId = await add({ ...item, location: locationReference(location), source: 'SCAN', actorId, clientScanId });
        if (unitId === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
      } catch (error) {
        if (clientScanId === null || !violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
        const place = await findActiveLocation(db, locationReference(location));
        refuseReusedScanId(await findScan(db, clientScanId), { ...item, locationId: place?.id, actorId });
      }
    },
  };
}

/** If one of several units fails, each is written alone, so that only the failing one fails. */
async function addTogether(db: Database, units: readonly NewUnit[]): Promise<PromiseSettledResult<number | undefined>[]> {
  try {
    return (await addUnits(db, units)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (units.length === 1) return [{ status: 'rejected', reason }];
    const results: PromiseSettledResult<number | undefined>[] = [];
    for (const unit of units) results.push(...(await addTogether(db, [unit])));
    return results;
  }
}
