import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { correctStock, receiveUnits } from '../ledger/stock-document.repository.ts';
import { addUnit, lockUnits, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { findReceivingLocation } from '../locations/location.repository.ts';
import { requireQuarantine, requireReceiving } from '../locations/location.service.ts';
import { statusAt } from '../units/unit-status.repository.ts';

/** What came from a vendor, as stock. The caller has locked what it belongs to, and publishes after its commit. */

interface VendorDelivery {
  readonly item: ScannedItem;
  readonly quantity: number;
  /** Decimal text; null is unknown. */
  readonly cost: string | null;
  /** None for what nobody ordered. */
  readonly receiptId?: number;
  readonly actorId: number;
  /** The receiving location, where the caller knows it already. */
  readonly receivingId?: number | undefined;
}

/** Units that a receipt brought. Where they are by now the ledger knows. */
export interface Arrived {
  readonly unitId: number;
  readonly receiptId: number;
}

/** Takes units into the receiving location; they are put away later. @returns their ids */
export async function receiveVendorUnits(
  tx: DatabaseTransaction,
  { item, quantity, cost, receiptId, actorId, receivingId }: VendorDelivery,
): Promise<number[]> {
  const document = receiptId === undefined ? {} : { receiptId };
  if (quantity === 1) {
    // A scan: one statement.
    const id = receivingId ?? (await findReceivingLocation(tx));
    const unitId =
      id === undefined ? undefined : await addUnit(tx, { ...item, location: { id }, source: 'PO', clientScanId: null, cost, actorId, ...document });
    if (unitId !== undefined) return [unitId];
  }
  const { id: locationId, isQuarantine } = await requireReceiving(tx);
  const to = { locationId, status: isQuarantine ? 'QUARANTINE' : 'AVAILABLE' } as const;
  return receiveUnits(tx, { item, to, quantity, cost, reason: null, source: 'PO' }, { actorId, ...document });
}

/** Takes units into quarantine: nobody knows yet what becomes of them. @returns their ids */
export async function receiveIntoQuarantine(tx: DatabaseTransaction, { item, quantity, cost, actorId }: VendorDelivery): Promise<number[]> {
  const { id: locationId } = await requireQuarantine(tx);
  return receiveUnits(tx, { item, to: { locationId, status: 'QUARANTINE' }, quantity, cost, reason: null, source: 'PO' }, { actorId });
}

/** Takes back units that were received by mistake, the first that can be: they never came. Those in quarantine stay. @throws AppError `not_in_stock` when so many are not there any more */
export async function removeReceivedUnits(tx: DatabaseTransaction, arrived: readonly Arrived[], quantity: number, actorId: number): Promise<number[]> {
  const { usable } = await sortUnits(tx, arrived);
  const taken = atLeast(usable, quantity, 'to take back');
  return correctStock(tx, { ...NOTHING, removals: taken.map((one) => ({ ...one, reason: 'DATA_ENTRY_ERROR' })) }, { actorId });
}

/** So many of these units, and why. */
interface Group {
  readonly arrived: readonly Arrived[];
  readonly quantity: number;
  readonly reason: string;
  /** Units of these that are in quarantine already count, where others are too few. */
  readonly mayBeThere?: boolean;
}

/**
 * Moves units to quarantine, wherever they are by now. All are locked before any count changes.
 * @throws AppError `not_in_stock` when so many are not there any more
 */
export async function quarantineReceivedUnits(tx: DatabaseTransaction, groups: readonly Group[], actorId: number): Promise<number[]> {
  const { usable, quarantined, quarantineId } = await sortUnits(
    tx,
    groups.flatMap(({ arrived }) => arrived),
  );
  const to = { locationId: quarantineId, status: 'QUARANTINE' } as const;
  const moves = groups.flatMap(({ arrived, quantity, reason, mayBeThere = false }) => {
    const own = new Set(arrived.map(({ unitId }) => unitId));
    const units = usable.filter(({ unit }) => own.has(unit.id));
    const there = mayBeThere ? quarantined.filter(({ unit }) => own.has(unit.id)).length : 0;
    const toMove = Math.max(Math.min(quantity, units.length), quantity - there);
    return atLeast(units, toMove, 'to put in quarantine').map((one) => ({ ...one, to, reason }));
  });
  return correctStock(tx, { ...NOTHING, moves }, { actorId });
}

/** Moves those of these units that are still in quarantine back to the receiving location. @returns their ids */
export async function releaseAllFromQuarantine(tx: DatabaseTransaction, arrived: readonly Arrived[], actorId: number): Promise<number[]> {
  const { quarantined } = await sortUnits(tx, arrived);
  return release(tx, quarantined, actorId);
}

/** Moves units from quarantine back to the receiving location. @throws AppError `not_in_stock` when so many are not there any more */
export async function releaseFromQuarantine(tx: DatabaseTransaction, arrived: readonly Arrived[], quantity: number, actorId: number): Promise<number[]> {
  const { quarantined } = await sortUnits(tx, arrived);
  return release(tx, atLeast(quarantined, quantity, 'in quarantine'), actorId);
}

async function release(tx: DatabaseTransaction, units: Sorted['quarantined'], actorId: number): Promise<number[]> {
  if (units.length === 0) return [];
  const place = await requireReceiving(tx);
  const moves = [];
  for (const { unit, receiptId } of units) {
    moves.push({ unit, receiptId, to: { locationId: place.id, status: await statusAt(tx, place, unit) }, reason: 'DATA_ENTRY_ERROR' });
  }
  return correctStock(tx, { ...NOTHING, moves }, { actorId });
}

const NOTHING = { removals: [], moves: [], additions: [], confirmations: [] } as const;

interface Sorted {
  readonly quarantineId: number;
  readonly usable: readonly { readonly unit: Unit; readonly receiptId: number }[];
  readonly quarantined: readonly { readonly unit: Unit; readonly receiptId: number }[];
}

/** Locks the units that are in stock still; one that is promised to an order is nobody's to take. Those in the receiving location come first. */
async function sortUnits(tx: DatabaseTransaction, arrived: readonly Arrived[]): Promise<Sorted> {
  const receivingId = await findReceivingLocation(tx);
  const place = await requireQuarantine(tx);
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
