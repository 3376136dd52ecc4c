import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type AuditMiss, type AuditResult, auditMissesTopic } from '@stowage/contract/inventory/audit';
import { type IncompleteCode, inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { createBatches, writeTogether } from '../../../platform/batches.ts';
import type { Context } from '../../../platform/context.ts';
import { violatesUnique } from '../../../platform/database/connection/connect.ts';
import { createListingFinder } from '../../catalog/index.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { scanIdReused } from '../scan/scan-id.rules.ts';
import { resolveItem } from '../scan/scanned-item.service.ts';
import { recordMiss } from './audit.repository.ts';
import { type AuditScan, type CountedScan, countScans } from './audit-count.service.ts';

/** A scan whose code is not looked up yet. */
interface RawScan extends Omit<AuditScan, 'item'> {
  readonly incomplete: IncompleteCode;
}

/** More scans than arrive during one write. */
const MAX_TOGETHER = 100;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const find = createListingFinder(db);
  /** Scans that arrive during a write are counted together by the next one. */
  const count = createBatches<AuditScan, CountedScan>(MAX_TOGETHER, async (scans) => {
    const results = await writeTogether(scans, {
      keyOf: ({ clientScanId }) => clientScanId,
      write: (some) => db.transaction().execute((tx) => countScans(tx, some)),
    });
    const counted = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const changes = new Map(counted.flatMap(({ outcome, unit_id: unitId }) => (unitId === null ? [] : [[CHANGES[outcome], unitId] as const])));
    for (const [change, unitId] of changes) topics.publish(inventoryHistoryTopic, { unitId, change });
    return results;
  });
  const saveMiss = async (scan: RawScan, result: AuditMiss['result'], message: string) => {
    const location = await findActiveLocation(db, locationReference(scan.location));
    const { clientScanId, actorId } = scan;
    const isNew = await recordMiss(db, { result, clientScanId, code: normalizeCode(scan.code), locationId: location?.id ?? null, message, actorId });
    if (isNew) topics.publish(auditMissesTopic, { result });
  };

  return {
    /**
     * Counts one unit on a shelf. With n units of the item booked there, the round's scans 1 to n confirm them and change
     * nothing, so auditing a shelf twice never doubles its stock. Scan n+1 asks, moves a unit from another location, or
     * adds one. The same client scan id counts once.
     */
    async scan(scan: RawScan): Promise<AuditResult> {
      try {
        const { isRepeated, ...result } = await scanOnce(scan);
        if (isRepeated) await saveMiss(scan, 'DUPLICATE', 'Sent twice, counted once');
        return result;
      } catch (error) {
        const result = error instanceof AppError && missOf(error);
        if (result) await saveMiss(scan, result, error.message);
        throw error;
      }
    },
  };

  async function scanOnce({ incomplete, ...scan }: RawScan): Promise<CountedScan> {
    const code = normalizeCode(scan.code);
    const item = await resolveItem(db, { code, incomplete, invalidMessage: IDENTIFIER_MESSAGES.invalidLengthOnAudit, find });
    return count({ ...scan, code, item }).catch(refuseConcurrentScanId);
  }
}

/** The history's entry for a rejected scan; none if the person is asked. */
function missOf({ extra: { reason } }: AppError): AuditMiss['result'] | undefined {
  if (reason === 'not_an_identifier') return 'UNMATCHED';
  return reason === undefined || reason === 'ambiguous' || reason === 'incomplete' ? undefined : 'ERROR';
}

/** Two rounds can record the same scan id at the same moment, because each locks only itself. */
function refuseConcurrentScanId(error: unknown): never {
  if (!violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
  throw scanIdReused();
}

const CHANGES = { CONFIRMED: 'CONFIRMED', ADDED: 'SCANNED', MOVED: 'MOVED', ELSEWHERE: 'CONFIRMED' } as const;
