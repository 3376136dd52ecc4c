import { codeKey } from '@stowage/contract/catalog/identifiers';
import type { AuditResult } from '@stowage/contract/inventory/audit';
import { AppError } from '../../../platform/app-error.ts';
import { ALONE, refused, type Written, written } from '../../../platform/batches.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { addUnits, confirmUnits, moveUnit, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { findScans, type RecordedScan, type Unit } from '../ledger/stock-movement.repository.ts';
import { lockStockPlaces } from '../ledger/stock-total.repository.ts';
import { type ActiveLocation, findLocationCode, locationReference, lockActiveLocations } from '../locations/location.repository.ts';
import { noSuchLocation } from '../locations/location.service.ts';
import { findRepeatedScan, refuseReusedScanId } from '../scan/scanned-item.service.ts';
import { statusAt } from '../units/unit-status.repository.ts';
import * as audits from './audit.repository.ts';
import { outcomeOf } from './audit-history.read-model.ts';

/** A scan of an audit, with a normalized code and the item that it names. */
export interface AuditScan {
  readonly code: string;
  readonly item: ScannedItem;
  readonly location: number | string;
  readonly roundId: string;
  readonly clientScanId: string;
  /** How to treat a surplus unit. */
  readonly surplus: 'ask' | 'add' | 'move';
  readonly fromLocationId: number | undefined;
  readonly actorId: number;
}

export type CountedScan = AuditResult & { readonly isRepeated: boolean };

/** A scan at its location, in its locked round. */
interface PlacedScan {
  readonly scan: AuditScan;
  readonly location: ActiveLocation;
}

/** The outcome of a scan; no unit while the person is asked. */
interface Outcome extends Pick<AuditResult, 'outcome' | 'from_location'> {
  readonly unitId: number | null;
  readonly elsewhere?: AuditResult['elsewhere'];
  readonly isRepeated?: boolean;
}

/** The scans of one item by one round, in their order. */
interface Group extends audits.ItemOfRound {
  readonly scans: PlacedScan[];
}

type Outcomes = Map<AuditScan, Written<Outcome>>;

/**
 * Counts scans in one transaction, with the same statements for all. A scan that would wait for a unit, or moves one, takes its
 * locks out of order, and answers `ALONE` unless it is the only one.
 * @returns the outcome of each scan
 */
export async function countScans(tx: DatabaseTransaction, scans: readonly AuditScan[]): Promise<Written<CountedScan>[]> {
  const outcomes: Outcomes = new Map();
  const placed = await place(tx, scans, outcomes);
  const fresh = groupsOf(placed.filter(({ scan }) => !outcomes.has(scan)));
  await countUnits(tx, fresh, { outcomes, isAlone: scans.length === 1 });
  return describe(tx, scans, { outcomes, placed });
}

/** Locks the scans' locations and rounds, and refuses or repeats the outcome of those that are not to be counted. */
async function place(tx: DatabaseTransaction, scans: readonly AuditScan[], outcomes: Outcomes): Promise<PlacedScan[]> {
  const locations = await lockActiveLocations(
    tx,
    scans.map(({ location }) => locationReference(location)),
  );
  const found: PlacedScan[] = [];
  for (const [nth, scan] of scans.entries()) {
    const location = locations[nth] ?? (await findRepeatedScan(tx, scan))?.location;
    if (location === undefined) outcomes.set(scan, refused(noSuchLocation(scan.location)));
    else found.push({ scan, location });
  }
  if (found.length === 0) return [];
  await audits.waitForPosting(
    tx,
    found.map(({ location }) => location.id),
  );
  const rounds = await audits.lockRounds(
    tx,
    found.map(({ scan, location }) => ({ id: scan.roundId, locationId: location.id, actorId: scan.actorId, clientScanId: scan.clientScanId })),
  );
  const placed = found.filter(({ scan, location }) => {
    const isOther = (rounds.get(scan.roundId) ?? location.id) !== location.id;
    if (isOther) outcomes.set(scan, refused(new AppError('conflict', 'This round was started at another location', { reason: 'round_of_another_location' })));
    return !isOther;
  });
  const recorded = await findScans(
    tx,
    placed.map(({ scan }) => scan.clientScanId),
  );
  for (const [nth, one] of placed.entries()) {
    const scan = recorded[nth];
    if (scan !== undefined) outcomes.set(one.scan, await repeat(tx, one, scan));
  }
  return placed;
}

/** The recorded outcome of a repeated scan. */
async function repeat(tx: DatabaseTransaction, { scan, location }: PlacedScan, recorded: RecordedScan): Promise<Written<Outcome>> {
  try {
    refuseReusedScanId(recorded, { ...scan.item, locationId: location.id, actorId: scan.actorId });
  } catch (reason) {
    return refused(reason);
  }
  const from = recorded.type === 'LOCATION_CHANGE' && recorded.fromLocationId !== null ? await findLocationCode(tx, recorded.fromLocationId) : null;
  return written({ outcome: outcomeOf(recorded.type), unitId: recorded.unitId, from_location: from, isRepeated: true });
}

function groupsOf(placed: readonly PlacedScan[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of placed) {
    const { roundId, item } = one.scan;
    const key = JSON.stringify([roundId, one.location.id, item.listingId ?? codeKey(item.identifier)]);
    const group = groups.get(key) ?? { roundId, item, locationId: one.location.id, scans: [] };
    group.scans.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Confirms booked units that the rounds have not counted, and treats the others as surplus. */
async function countUnits(tx: DatabaseTransaction, groups: readonly Group[], { outcomes, isAlone }: { outcomes: Outcomes; isAlone: boolean }): Promise<void> {
  if (groups.length === 0) return;
  const units = await audits.lockUncountedUnits(tx, groups);
  const isShort = (group: Group, nth: number) => group.scans.length > (units[nth]?.length ?? 0);
  const progress = groups.some(isShort) ? await audits.countRounds(tx, groups) : [];
  const confirmed: { readonly scan: AuditScan; readonly unit: Unit }[] = [];
  const surplus: PlacedScan[] = [];
  for (const [nth, group] of groups.entries()) {
    const locked = units[nth] ?? [];
    const { counted, expected } = progress[nth] ?? { counted: 0, expected: 0 };
    const isAnyHeld = isShort(group, nth) && expected - counted > locked.length;
    for (const [at, one] of group.scans.entries()) {
      const mustWait = isAnyHeld && at >= locked.length;
      const unit = mustWait && isAlone ? await audits.lockUncountedUnit(tx, group.item, group.locationId, group.roundId) : locked[at];
      if (unit !== undefined) confirmed.push({ scan: one.scan, unit });
      else if (!isAlone && (mustWait || one.scan.surplus === 'move')) outcomes.set(one.scan, ALONE);
      else surplus.push(one);
    }
  }
  const added = await treatSurplus(tx, surplus, outcomes);
  await write(tx, { confirmed, added }, outcomes);
}

/** Moves a unit here, or asks. @returns the scans that add a unit */
async function treatSurplus(tx: DatabaseTransaction, surplus: readonly PlacedScan[], outcomes: Outcomes): Promise<PlacedScan[]> {
  const asking = groupsOf(surplus.filter(({ scan }) => scan.surplus === 'ask'));
  const elsewhere = asking.length === 0 ? [] : await audits.listOtherLocations(tx, asking);
  const others = new Map(asking.flatMap(({ scans }, nth) => scans.map(({ scan }) => [scan, elsewhere[nth] ?? []] as const)));
  const added: PlacedScan[] = [];
  for (const one of surplus) {
    const known = others.get(one.scan) ?? [];
    if (one.scan.surplus === 'move') outcomes.set(one.scan, written(await moveFromOtherLocation(tx, one)));
    else if (known.length > 0) outcomes.set(one.scan, written({ outcome: 'ELSEWHERE', unitId: null, from_location: null, elsewhere: known }));
    else added.push(one);
  }
  return added;
}

async function moveFromOtherLocation(tx: DatabaseTransaction, { scan, location }: PlacedScan): Promise<Outcome> {
  const { actorId, clientScanId, fromLocationId, item } = scan;
  const unit = fromLocationId === undefined || fromLocationId === location.id ? undefined : await audits.lockUncountedUnit(tx, item, fromLocationId);
  if (unit === undefined) throw new AppError('conflict', 'The unit is no longer there. Scan it again.', { reason: 'no_longer_there' });
  await moveUnit(tx, unit, { locationId: location.id, status: await statusAt(tx, location, unit) }, { actorId, clientScanId });
  return { outcome: 'MOVED', unitId: unit.id, from_location: await findLocationCode(tx, unit.locationId) };
}

interface Counted {
  readonly confirmed: readonly { readonly scan: AuditScan; readonly unit: Unit }[];
  readonly added: readonly PlacedScan[];
}

async function write(tx: DatabaseTransaction, { confirmed, added }: Counted, outcomes: Outcomes): Promise<void> {
  if (confirmed.length > 0 && added.length > 0) {
    // Both change totals of listings. In the order of the ledger they can't deadlock with those of another process.
    await lockStockPlaces(tx, [
      ...confirmed.map(({ unit }) => unit),
      ...added.map(({ scan, location }) => ({ locationId: location.id, listingId: scan.item.listingId })),
    ]);
  }
  if (added.length > 0) {
    const ids = await addUnits(
      tx,
      added.map(({ scan: { item, actorId, clientScanId }, location: { id } }) => ({ ...item, location: { id }, source: 'COUNT', actorId, clientScanId })),
    );
    for (const [nth, { scan }] of added.entries()) outcomes.set(scan, written({ outcome: 'ADDED', unitId: ids[nth] ?? null, from_location: null }));
  }
  if (confirmed.length > 0) {
    await confirmUnits(
      tx,
      confirmed.map(({ scan: { actorId, clientScanId }, unit }) => ({ unit, actorId, clientScanId })),
    );
    for (const { scan, unit } of confirmed) outcomes.set(scan, written({ outcome: 'CONFIRMED', unitId: unit.id, from_location: null }));
  }
  const marked = [...outcomes].flatMap(([scan, outcome]) => (addsMark(outcome) ? [scan] : []));
  if (marked.length > 0) await audits.markCountedInRounds(tx, marked);
}

function addsMark(one: Written<Outcome> | undefined): boolean {
  return one !== undefined && one !== ALONE && one.status === 'fulfilled' && one.value.unitId !== null && one.value.isRepeated !== true;
}

/** Completes the outcomes: each with the figures of its round after its own scan, and before those that follow. */
async function describe(
  tx: DatabaseTransaction,
  scans: readonly AuditScan[],
  { outcomes, placed }: { outcomes: Outcomes; placed: readonly PlacedScan[] },
): Promise<Written<CountedScan>[]> {
  const groups = groupsOf(placed);
  const figures = groups.length === 0 ? [] : await audits.countRounds(tx, groups);
  const items = await audits.describeItems(
    tx,
    groups.map(({ item }) => item),
  );
  const results = new Map<AuditScan, Written<CountedScan>>();
  for (const [nth, group] of groups.entries()) {
    let { counted, expected } = figures[nth] ?? { counted: 0, expected: 0 };
    for (const { scan, location } of group.scans.toReversed()) {
      const one = outcomes.get(scan);
      const item = items[nth];
      if (one === undefined || one === ALONE || one.status === 'rejected' || item === undefined) continue;
      const { outcome, unitId, from_location, elsewhere = [], isRepeated = false } = one.value;
      results.set(
        scan,
        written({
          ...item,
          identifier: scan.item.identifier,
          counted,
          expected,
          outcome,
          unit_id: unitId,
          location: location.code,
          from_location,
          elsewhere,
          isRepeated,
        }),
      );
      counted -= Number(addsMark(one));
      expected -= Number(addsMark(one) && outcome !== 'CONFIRMED');
    }
  }
  return scans.map((scan) => {
    const one = outcomes.get(scan);
    return one === ALONE || one?.status === 'rejected' ? one : (results.get(scan) ?? refused(new Error('The scan has no outcome')));
  });
}
