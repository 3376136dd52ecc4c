import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findQuarantine, findReceiving, lockActiveLocation } from './location.repository.ts';
import { addUnits, correctStock, lockUnits, type ScannedItem, type Unit } from './stock-ledger.repository.ts';
import { statusAt } from './unit-status.repository.ts';

/** What came from a vendor, as stock. The caller has locked what it belongs to, and publishes after its commit. */

interface Arrival {
  readonly item: ScannedItem;
  readonly quantity: number;
  /** Decimal text; null is unknown. */
  readonly cost: string | null;
  /** None for what nobody ordered. */
  readonly receiptId?: number;
  readonly actorId: number;
}

/** Units that a receipt brought. Where they are by now the ledger knows. */
export interface Arrived {
  readonly unitId: number;
  readonly receiptId: number;
}

/** Takes units into the receiving location; they are put away later. @returns their ids */
export async function receiveUnits(tx: Database, arrival: Arrival): Promise<number[]> {
  const id = await findReceiving(tx);
  return addTo(tx, id, 'There is no receiving location in use', arrival);
}

/** Takes units into quarantine: nobody knows yet what becomes of them. @returns their ids */
export async function parkUnits(tx: Database, arrival: Arrival): Promise<number[]> {
  const id = await findQuarantine(tx);
  return addTo(tx, id, NO_QUARANTINE, arrival);
}

/** Takes back units that were received by mistake: they never came. Those in quarantine stay. @throws AppError `not_in_stock` when so many are not there any more */
export async function takeBackUnits(tx: Database, arrived: readonly Arrived[], quantity: number, actorId: number): Promise<number[]> {
  const { usable } = await sortUnits(tx, arrived);
  const taken = atLeast(usable, quantity, 'to take back');
  return correctStock(tx, { ...NOTHING, removals: taken.map((one) => ({ ...one, reason: 'DATA_ENTRY_ERROR' })) }, { actorId });
}

/** So many of these units, and why. */
interface Group {
  readonly arrived: readonly Arrived[];
  readonly quantity: number;
  readonly reason: string;
}

/**
 * Moves units to quarantine, wherever they are by now. All are locked before any count changes.
 * @throws AppError `not_in_stock` when so many are not there any more
 */
export async function quarantineUnits(tx: Database, groups: readonly Group[], actorId: number): Promise<number[]> {
  const { usable, quarantineId } = await sortUnits(
    tx,
    groups.flatMap(({ arrived }) => arrived),
  );
  const to = { locationId: quarantineId, status: 'QUARANTINE' } as const;
  const moves = groups.flatMap(({ arrived, quantity, reason }) => {
    const own = new Set(arrived.map(({ unitId }) => unitId));
    const units = usable.filter(({ unit }) => own.has(unit.id));
    return atLeast(units, quantity, 'to put in quarantine').map((one) => ({ ...one, to, reason }));
  });
  return correctStock(tx, { ...NOTHING, moves }, { actorId });
}

/** Moves units from quarantine back to the receiving location. @throws AppError `not_in_stock` when so many are not there any more */
export async function releaseUnits(tx: Database, arrived: readonly Arrived[], quantity: number, actorId: number): Promise<number[]> {
  const { quarantined } = await sortUnits(tx, arrived);
  const id = await findReceiving(tx);
  const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
  if (place === undefined) throw new AppError('conflict', 'There is no receiving location in use', { reason: 'unknown_location' });
  const moves = [];
  for (const { unit, receiptId } of atLeast(quarantined, quantity, 'in quarantine')) {
    moves.push({ unit, receiptId, to: { locationId: place.id, status: await statusAt(tx, place, unit) }, reason: 'DATA_ENTRY_ERROR' });
  }
  return correctStock(tx, { ...NOTHING, moves }, { actorId });
}

const NO_QUARANTINE = 'There is no quarantine location in use';
const NOTHING = { removals: [], moves: [], additions: [], confirmations: [] } as const;

async function addTo(tx: Database, locationId: number | undefined, problem: string, { item, quantity, ...rest }: Arrival): Promise<number[]> {
  const ids =
    locationId === undefined ? [] : await addUnits(tx, { ...item, location: { id: locationId }, source: 'PO', clientScanId: null, ...rest }, quantity);
  if (ids.length < quantity) throw new AppError('conflict', problem, { reason: 'unknown_location' });
  return ids;
}

interface Sorted {
  readonly quarantineId: number;
  readonly usable: readonly { readonly unit: Unit; readonly receiptId: number }[];
  readonly quarantined: readonly { readonly unit: Unit; readonly receiptId: number }[];
}

/** Locks the units that are in stock still; one that is promised to an order is nobody's to take. Those in the receiving location come first. */
async function sortUnits(tx: Database, arrived: readonly Arrived[]): Promise<Sorted> {
  const receivingId = await findReceiving(tx);
  const quarantineId = await findQuarantine(tx);
  const place = quarantineId === undefined ? undefined : await lockActiveLocation(tx, { id: quarantineId });
  if (place === undefined) throw new AppError('conflict', NO_QUARANTINE, { reason: 'unknown_location' });
  const locked = new Map(
    (
      await lockUnits(
        tx,
        arrived.map(({ unitId }) => unitId),
      )
    ).map((unit) => [unit.id, unit]),
  );
  const there = arrived.flatMap(({ unitId, receiptId }) => {
    const unit = locked.get(unitId);
    return unit?.status === 'AVAILABLE' || unit?.status === 'QUARANTINE' ? [{ unit, receiptId }] : [];
  });
  const usable = there.filter(({ unit }) => unit.locationId !== place.id);
  return {
    quarantineId: place.id,
    usable: [...usable.filter(({ unit }) => unit.locationId === receivingId), ...usable.filter(({ unit }) => unit.locationId !== receivingId)],
    quarantined: there.filter(({ unit }) => unit.locationId === place.id),
  };
}

function atLeast<T>(units: readonly T[], quantity: number, purpose: string): readonly T[] {
  if (units.length >= quantity) return units.slice(0, quantity);
  throw new AppError('conflict', `Only ${units.length.toLocaleString('en-US')} of ${quantity.toLocaleString('en-US')} units are still there ${purpose}`, {
    reason: 'not_in_stock',
  });
}
