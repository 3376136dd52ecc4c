import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type AuditMiss, type AuditResult, auditMissesTopic } from '@stowage/contract/inventory/audit';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { addUnit, confirmUnit, moveUnit, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { findScan, type RecordedScan } from '../ledger/stock-movement.repository.ts';
import { findActiveLocation, findLocationCode, locationReference, lockActiveLocation } from '../locations/location.repository.ts';
import { refuseReusedScanId, resolveItem } from '../scan/scanned-item.service.ts';
import { statusAt } from '../units/unit-status.repository.ts';
import { countSeen, describeItem, listOtherPlaces, lockRound, lockUncountedUnit, markSeen, recordMiss, waitForPosting } from './audit.repository.ts';

interface AuditScan {
  readonly code: string;
  readonly location: number | string;
  readonly roundId: string;
  readonly clientScanId: string;
  /** What to do with one more than is booked here. */
  readonly surplus: 'ask' | 'add' | 'move';
  readonly fromLocationId: number | undefined;
  readonly actorId: number;
}

export interface AuditService {
  /**
   * Counts one unit on a shelf (product document, section 14). With n units of the item booked here, a round's scans 1
   * to n confirm them and change nothing, so auditing a shelf twice never doubles its stock; scan n+1 is asked about,
   * moved here or added. The same client scan id counts once.
   */
  scan(scan: AuditScan): Promise<AuditResult>;
}

type Place = NonNullable<Awaited<ReturnType<typeof lockActiveLocation>>>;
/** What a scan did; nothing yet while it is asked about. */
type Done = Pick<AuditResult, 'outcome' | 'from_location'> & { readonly unitId: number | null };

export function createAuditService({ db, topics }: { db: DatabasePool; topics: Topics }): AuditService {
  const remember = async (scan: AuditScan, result: AuditMiss['result'], message: string) => {
    const place = await findActiveLocation(db, locationReference(scan.location));
    const { clientScanId, actorId } = scan;
    const isNew = await recordMiss(db, { result, clientScanId, code: normalizeCode(scan.code), locationId: place?.id ?? null, message, actorId });
    if (isNew) topics.publish(auditMissesTopic, { result });
  };

  return {
    async scan(scan) {
      try {
        const { isRepeated, ...result } = await scanOnce(scan);
        if (isRepeated) await remember(scan, 'DUPLICATE', 'Sent twice, counted once');
        return result;
      } catch (error) {
        const result = error instanceof AppError && missOf(error);
        if (result) await remember(scan, result, error.message);
        throw error;
      }
    },
  };

  async function scanOnce(scan: AuditScan): Promise<AuditResult & { isRepeated: boolean }> {
    const code = normalizeCode(scan.code);
    const item = await resolveItem(db, code, IDENTIFIER_MESSAGES.invalidLengthOnAudit);
    const result = await db
      .transaction()
      .execute(async (tx) => {
        const place = await lockActiveLocation(tx, locationReference(scan.location));
        if (place === undefined) throw new AppError('not_found', `There is no location ${scan.location}`, { reason: 'unknown_location' });
        await waitForPosting(tx, place.id);
        const round = await lockRound(tx, { id: scan.roundId, locationId: place.id }, scan.actorId);
        if (round.locationId !== place.id) {
          throw new AppError('conflict', 'This round was started at another location', { reason: 'round_of_another_location' });
        }
        const before = await recordedBefore(tx, scan, item, place);
        const done = before ?? (await count(tx, { ...scan, code }, item, place));
        const elsewhere = done.outcome === 'ELSEWHERE' ? await listOtherPlaces(tx, item, place.id) : [];
        return {
          ...(await describeItem(tx, item)),
          ...(await countSeen(tx, item, round)),
          outcome: done.outcome,
          unit_id: done.unitId,
          location: place.code,
          from_location: done.from_location,
          elsewhere,
          isRepeated: before !== undefined,
        };
      })
      .catch(refuseRacingScanId);
    if (result.unit_id !== null) topics.publish(inventoryHistoryTopic, { unitId: result.unit_id, change: CHANGES[result.outcome] });
    return result;
  }
}

/** What a refusal is in the history; being asked which listing it is is none. */
function missOf({ extra: { reason } }: AppError): AuditMiss['result'] | undefined {
  if (reason === 'not_an_identifier') return 'UNMATCHED';
  return reason === undefined || reason === 'ambiguous' ? undefined : 'ERROR';
}

/** The same scan id arrived in two rounds at once, which take no turns. */
function refuseRacingScanId(error: unknown): never {
  if (!violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
  throw new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
}

const CHANGES = { CONFIRMED: 'CONFIRMED', ADDED: 'SCANNED', MOVED: 'MOVED', ELSEWHERE: 'CONFIRMED' } as const;

/** Confirms a unit that is booked here and not yet seen; else does with it what was wanted of one too many. */
async function count(tx: DatabaseTransaction, scan: AuditScan, item: ScannedItem, place: Place): Promise<Done> {
  const { actorId, clientScanId, roundId, code } = scan;
  const unit = await lockUncountedUnit(tx, item, place.id, roundId);
  let done: Done;
  if (unit !== undefined) {
    await confirmUnit(tx, unit, { actorId, clientScanId });
    done = { outcome: 'CONFIRMED', unitId: unit.id, from_location: null };
  } else if (scan.surplus === 'move') {
    done = await moveHere(tx, scan, item, place);
  } else if (scan.surplus === 'ask' && (await listOtherPlaces(tx, item, place.id)).length > 0) {
    return { outcome: 'ELSEWHERE', unitId: null, from_location: null };
  } else {
    const unitId = await addUnit(tx, { ...item, location: { id: place.id }, source: 'COUNT', actorId, clientScanId });
    done = { outcome: 'ADDED', unitId: unitId ?? null, from_location: null };
  }
  if (done.unitId !== null) await markSeen(tx, { roundId, unitId: done.unitId, code, clientScanId });
  return done;
}

async function moveHere(tx: DatabaseTransaction, scan: AuditScan, item: ScannedItem, place: Place): Promise<Done> {
  const { actorId, clientScanId, fromLocationId } = scan;
  const unit = fromLocationId === undefined || fromLocationId === place.id ? undefined : await lockUncountedUnit(tx, item, fromLocationId);
  if (unit === undefined) throw new AppError('conflict', 'The unit is no longer there. Scan it again.', { reason: 'no_longer_there' });
  await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId, clientScanId });
  return { outcome: 'MOVED', unitId: unit.id, from_location: await findLocationCode(tx, unit.locationId) };
}

/** A scan that was counted already answers as it did. */
async function recordedBefore(tx: DatabaseTransaction, { clientScanId, actorId }: AuditScan, item: ScannedItem, place: Place): Promise<Done | undefined> {
  const recorded = await findScan(tx, clientScanId);
  if (recorded === undefined) return undefined;
  refuseReusedScanId(recorded, { ...item, locationId: place.id, actorId });
  const from = recorded.type === 'LOCATION_CHANGE' && recorded.fromLocationId !== null ? await findLocationCode(tx, recorded.fromLocationId) : null;
  return { outcome: outcomeOf(recorded), unitId: recorded.unitId, from_location: from };
}

function outcomeOf({ type }: RecordedScan): AuditResult['outcome'] {
  if (type === 'ADD') return 'ADDED';
  return type === 'LOCATION_CHANGE' ? 'MOVED' : 'CONFIRMED';
}
