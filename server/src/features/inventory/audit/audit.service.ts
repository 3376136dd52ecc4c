import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type AuditMiss, type AuditResult, auditMissesTopic } from '@stowage/contract/inventory/audit';
import { type IncompleteCode, inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { addUnit, confirmUnit, moveUnit, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { findScan, type RecordedScan } from '../ledger/stock-movement.repository.ts';
import { type ActiveLocation, findActiveLocation, findLocationCode, locationReference } from '../locations/location.repository.ts';
import { requireLocation } from '../locations/location.service.ts';
import { refuseReusedScanId, resolveItem } from '../scan/scanned-item.service.ts';
import { statusAt } from '../units/unit-status.repository.ts';
import {
  countRound,
  describeItem,
  listOtherLocations,
  lockRound,
  lockUncountedUnit,
  markCountedInRound,
  recordMiss,
  waitForPosting,
} from './audit.repository.ts';

interface AuditScan {
  readonly code: string;
  readonly incomplete: IncompleteCode;
  readonly location: number | string;
  readonly roundId: string;
  readonly clientScanId: string;
  /** How to treat a surplus unit. */
  readonly surplus: 'ask' | 'add' | 'move';
  readonly fromLocationId: number | undefined;
  readonly actorId: number;
}

/** The outcome of a scan; no unit while the person is asked. */
type Outcome = Pick<AuditResult, 'outcome' | 'from_location'> & { readonly unitId: number | null };

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const saveMiss = async (scan: AuditScan, result: AuditMiss['result'], message: string) => {
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
    async scan(scan: AuditScan): Promise<AuditResult> {
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

  async function scanOnce(scan: AuditScan): Promise<AuditResult & { isRepeated: boolean }> {
    const code = normalizeCode(scan.code);
    const item = await resolveItem(db, { code, incomplete: scan.incomplete, invalidMessage: IDENTIFIER_MESSAGES.invalidLengthOnAudit });
    const result = await db
      .transaction()
      .execute(async (tx) => {
        const location = await requireLocation(tx, scan.location);
        await waitForPosting(tx, location.id);
        const round = await lockRound(tx, { id: scan.roundId, locationId: location.id }, scan.actorId);
        if (round.locationId !== location.id) {
          throw new AppError('conflict', 'This round was started at another location', { reason: 'round_of_another_location' });
        }
        const recorded = await findRecordedOutcome(tx, scan, item, location);
        const { outcome, unitId, from_location } = recorded ?? (await count(tx, { ...scan, code }, item, location));
        return {
          ...(await describeItem(tx, item)),
          ...(await countRound(tx, item, round)),
          outcome,
          unit_id: unitId,
          location: location.code,
          from_location,
          elsewhere: outcome === 'ELSEWHERE' ? await listOtherLocations(tx, item, location.id) : [],
          isRepeated: recorded !== undefined,
        };
      })
      .catch(refuseConcurrentScanId);
    if (result.unit_id !== null) topics.publish(inventoryHistoryTopic, { unitId: result.unit_id, change: CHANGES[result.outcome] });
    return result;
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
  throw new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
}

const CHANGES = { CONFIRMED: 'CONFIRMED', ADDED: 'SCANNED', MOVED: 'MOVED', ELSEWHERE: 'CONFIRMED' } as const;

/** Confirms a booked unit that the round has not counted, or treats the unit as surplus. */
async function count(tx: DatabaseTransaction, scan: AuditScan, item: ScannedItem, location: ActiveLocation): Promise<Outcome> {
  const { actorId, clientScanId, roundId, code } = scan;
  const unit = await lockUncountedUnit(tx, item, location.id, roundId);
  if (unit !== undefined) await confirmUnit(tx, unit, { actorId, clientScanId });
  const outcome: Outcome = unit === undefined ? await countSurplus(tx, scan, item, location) : { outcome: 'CONFIRMED', unitId: unit.id, from_location: null };
  if (outcome.unitId !== null) await markCountedInRound(tx, { roundId, unitId: outcome.unitId, code, clientScanId });
  return outcome;
}

async function countSurplus(tx: DatabaseTransaction, scan: AuditScan, item: ScannedItem, location: ActiveLocation): Promise<Outcome> {
  const { actorId, clientScanId, surplus } = scan;
  if (surplus === 'move') return moveFromOtherLocation(tx, scan, item, location);
  if (surplus === 'ask' && (await listOtherLocations(tx, item, location.id)).length > 0) {
    return { outcome: 'ELSEWHERE', unitId: null, from_location: null };
  }
  const unitId = await addUnit(tx, { ...item, location: { id: location.id }, source: 'COUNT', actorId, clientScanId });
  return { outcome: 'ADDED', unitId: unitId ?? null, from_location: null };
}

async function moveFromOtherLocation(tx: DatabaseTransaction, scan: AuditScan, item: ScannedItem, location: ActiveLocation): Promise<Outcome> {
  const { actorId, clientScanId, fromLocationId } = scan;
  const unit = fromLocationId === undefined || fromLocationId === location.id ? undefined : await lockUncountedUnit(tx, item, fromLocationId);
  if (unit === undefined) throw new AppError('conflict', 'The unit is no longer there. Scan it again.', { reason: 'no_longer_there' });
  await moveUnit(tx, unit, { locationId: location.id, status: await statusAt(tx, location, unit) }, { actorId, clientScanId });
  return { outcome: 'MOVED', unitId: unit.id, from_location: await findLocationCode(tx, unit.locationId) };
}

/** The recorded outcome of a repeated scan. */
async function findRecordedOutcome(
  tx: DatabaseTransaction,
  { clientScanId, actorId }: AuditScan,
  item: ScannedItem,
  location: ActiveLocation,
): Promise<Outcome | undefined> {
  const recorded = await findScan(tx, clientScanId);
  if (recorded === undefined) return undefined;
  refuseReusedScanId(recorded, { ...item, locationId: location.id, actorId });
  const from = recorded.type === 'LOCATION_CHANGE' && recorded.fromLocationId !== null ? await findLocationCode(tx, recorded.fromLocationId) : null;
  return { outcome: outcomeOf(recorded), unitId: recorded.unitId, from_location: from };
}

function outcomeOf({ type }: RecordedScan): AuditResult['outcome'] {
  if (type === 'ADD') return 'ADDED';
  return type === 'LOCATION_CHANGE' ? 'MOVED' : 'CONFIRMED';
}
