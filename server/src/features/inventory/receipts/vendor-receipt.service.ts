import { numberText } from '@stowage/contract/formats/text/number-text';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { correctStock, receiveUnits } from '../ledger/stock-document.repository.ts';
import { addUnits, lockUnits, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { findLocationOfKind } from '../locations/location.repository.ts';
import { requireQuarantine, requireReceiving } from '../locations/location.service.ts';
import { statusAt } from '../units/unit-status.repository.ts';

/** The stock side of vendor receipts. The caller locks the purchase order before, and publishes after its commit. */

interface VendorReceipt {
  readonly item: ScannedItem;
  readonly quantity: number;
  /** Decimal text; null if unknown. */
  readonly cost: string | null;
  /** Absent for units that were not ordered. */
  readonly receiptId?: number;
  readonly actorId: number;
}

interface ReceivedUnit {
  readonly unitId: number;
  readonly receiptId: number;
}

/** A locked received unit. */
interface LockedUnit {
  readonly unit: Unit;
  readonly receiptId: number;
}

/** Adds units to the receiving location. @returns their ids */
export async function receiveVendorUnits(tx: DatabaseTransaction, receipt: VendorReceipt): Promise<number[]> {
  const { item, quantity, cost, receiptId, actorId } = receipt;
  const { id: locationId, isQuarantine } = await requireReceiving(tx);
  const to = { locationId, status: isQuarantine ? 'QUARANTINE' : 'AVAILABLE' } as const;
  return receiveUnits(tx, { item, to, quantity, cost, reason: null, source: 'PO' }, { actorId, ...(receiptId !== undefined && { receiptId }) });
}

/**
 * Adds one unit for each receipt to the receiving location: one statement for all of them.
 * @param receivingId the receiving location, if the caller has it already
 * @returns their ids
 */
export async function receiveSingleUnits(
  tx: DatabaseTransaction,
  receipts: readonly Omit<VendorReceipt, 'quantity'>[],
  receivingId?: number,
): Promise<number[]> {
  const add = async (id: number) =>
    addUnits(
      tx,
      receipts.map(({ item, ...receipt }) => ({ ...item, ...receipt, location: { id }, source: 'PO', clientScanId: null })),
    );
  const ids = receivingId === undefined ? [] : (await add(receivingId)).flatMap((id) => id ?? []);
  // The location was deactivated after the caller had read it: another one, or none, is the receiving location now.
  return ids.length > 0 ? ids : (await add((await requireReceiving(tx)).id)).flatMap((id) => id ?? []);
}

/** Adds unexpected units to the quarantine location. @returns their ids */
export async function receiveIntoQuarantine(tx: DatabaseTransaction, { item, quantity, cost, actorId }: VendorReceipt): Promise<number[]> {
  const { id: locationId } = await requireQuarantine(tx);
  return receiveUnits(tx, { item, to: { locationId, status: 'QUARANTINE' }, quantity, cost, reason: null, source: 'PO' }, { actorId });
}

/**
 * Removes units that were received by mistake. Units in quarantine stay.
 * @throws AppError `not_in_stock` if there are too few
 */
export async function removeReceivedUnits(tx: DatabaseTransaction, received: readonly ReceivedUnit[], quantity: number, actorId: number): Promise<number[]> {
  const { usable } = await lockReceivedUnits(tx, received);
  const removals = firstUnits(usable, quantity, 'to take back').map((one) => ({ ...one, reason: 'DATA_ENTRY_ERROR' }));
  return correctStock(tx, { ...NO_CORRECTION, removals }, { actorId });
}

interface QuarantineGroup {
  readonly arrived: readonly ReceivedUnit[];
  readonly quantity: number;
  readonly reason: string;
  /** Counts the units of the group that are already in quarantine, if there are too few others. */
  readonly mayBeThere?: boolean;
}

/**
 * Moves received units from any location to quarantine. Locks all of them before any total changes.
 * @throws AppError `not_in_stock` if there are too few
 */
export async function quarantineReceivedUnits(tx: DatabaseTransaction, groups: readonly QuarantineGroup[], actorId: number): Promise<number[]> {
  const all = groups.flatMap(({ arrived }) => arrived);
  const { usable, quarantined, quarantineId } = await lockReceivedUnits(tx, all);
  const to = { locationId: quarantineId, status: 'QUARANTINE' } as const;
  const moves = groups.flatMap(({ arrived, quantity, reason, mayBeThere = false }) => {
    const own = new Set(arrived.map(({ unitId }) => unitId));
    const units = usable.filter(({ unit }) => own.has(unit.id));
    const inQuarantine = mayBeThere ? quarantined.filter(({ unit }) => own.has(unit.id)).length : 0;
    const toMove = Math.max(Math.min(quantity, units.length), quantity - inQuarantine);
    return firstUnits(units, toMove, 'to put in quarantine').map((one) => ({ ...one, to, reason }));
  });
  return correctStock(tx, { ...NO_CORRECTION, moves }, { actorId });
}

/** Moves those of the units that are in quarantine back to the receiving location. @returns their ids */
export async function releaseAllFromQuarantine(tx: DatabaseTransaction, received: readonly ReceivedUnit[], actorId: number): Promise<number[]> {
  const { quarantined } = await lockReceivedUnits(tx, received);
  return release(tx, quarantined, actorId);
}

/** Moves units from quarantine back to the receiving location. @throws AppError `not_in_stock` if there are too few */
export async function releaseFromQuarantine(tx: DatabaseTransaction, received: readonly ReceivedUnit[], quantity: number, actorId: number): Promise<number[]> {
  const { quarantined } = await lockReceivedUnits(tx, received);
  return release(tx, firstUnits(quarantined, quantity, 'in quarantine'), actorId);
}

async function release(tx: DatabaseTransaction, units: readonly LockedUnit[], actorId: number): Promise<number[]> {
  if (units.length === 0) return [];
  const receiving = await requireReceiving(tx);
  const moves = [];
  for (const { unit, receiptId } of units) {
    moves.push({ unit, receiptId, to: { locationId: receiving.id, status: await statusAt(tx, receiving, unit) }, reason: 'DATA_ENTRY_ERROR' });
  }
  return correctStock(tx, { ...NO_CORRECTION, moves }, { actorId });
}

const NO_CORRECTION = { removals: [], moves: [], additions: [], confirmations: [] } as const;

/** Locks the units that are still in stock and not reserved. `usable` lists those in the receiving location first. */
async function lockReceivedUnits(tx: DatabaseTransaction, received: readonly ReceivedUnit[]) {
  const receivingId = await findLocationOfKind(tx, 'RECEIVING');
  const quarantine = await requireQuarantine(tx);
  const unitIds = received.map(({ unitId }) => unitId);
  const locked = new Map((await lockUnits(tx, unitIds)).map((unit) => [unit.id, unit]));
  const inStock = received.flatMap(({ unitId, receiptId }): LockedUnit[] => {
    const unit = locked.get(unitId);
    return unit?.status === 'AVAILABLE' || unit?.status === 'QUARANTINE' ? [{ unit, receiptId }] : [];
  });
  const elsewhere = ({ unit }: LockedUnit) => Number(unit.locationId !== receivingId);
  return {
    quarantineId: quarantine.id,
    usable: inStock.filter(({ unit }) => unit.locationId !== quarantine.id).sort((a, b) => elsewhere(a) - elsewhere(b)),
    quarantined: inStock.filter(({ unit }) => unit.locationId === quarantine.id),
  };
}

function firstUnits(units: readonly LockedUnit[], quantity: number, purpose: string): readonly LockedUnit[] {
  if (units.length >= quantity) return units.slice(0, quantity);
  throw new AppError('conflict', `Only ${numberText(units.length)} of ${numberText(quantity)} units are still there ${purpose}`, {
    reason: 'not_in_stock',
  });
}
