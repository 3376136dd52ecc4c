import { SHIPPED_OUTSIDE } from '@stowage/contract/inventory/adjustment-reasons';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { changeStatuses, type StatusChange, shipUnits, unshipUnits } from '../ledger/stock-document.repository.ts';
import { lockUnits } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { requirePreviousLocation } from '../locations/location.service.ts';
import { lockAvailableUnits, lockOrphanedReservations } from './reserved-stock.repository.ts';

/**
 * The stock side of reservations. The caller locks the order before, publishes after its commit, and stores which order
 * has which unit. These functions lock a unit before the caller assigns it.
 */

export interface OrderCause {
  readonly orderId: string;
  /** null for changes that no person made. */
  readonly actorId: number | null;
}

interface ReservationChange {
  /** Units whose reservation for this order ends. */
  readonly released: readonly Unit[];
  readonly wanted: readonly { readonly listingId: number; readonly quantity: number }[];
  /** A specific unit to reserve, instead of the oldest one. */
  readonly chosen?: Unit;
}

/**
 * Ends reservations and reserves the oldest available units of listings.
 * @returns the newly reserved units by listing, oldest first; fewer than wanted if there are no more
 */
export async function changeReservations(
  tx: DatabaseTransaction,
  { released, wanted, chosen }: ReservationChange,
  cause: OrderCause,
): Promise<Map<number, number[]>> {
  const changes: StatusChange[] = released.filter(({ status }) => status === 'SALE_PENDING').map((unit) => ({ unit, status: 'AVAILABLE' }));
  const reserved = new Map<number, number[]>();
  for (const { listingId, quantity } of wanted) {
    const units = await lockAvailableUnits(tx, listingId, quantity);
    reserved.set(
      listingId,
      units.map(({ id }) => id),
    );
    changes.push(...units.map((unit) => ({ unit, status: 'SALE_PENDING' }) as const));
  }
  if (chosen !== undefined) changes.push({ unit: chosen, status: 'SALE_PENDING' });
  if (changes.length > 0) await changeStatuses(tx, changes, cause);
  return reserved;
}

/** Removes a locked, reserved unit from stock because it ships. */
export async function shipReserved(tx: DatabaseTransaction, unit: Unit, cause: OrderCause): Promise<void> {
  await shipUnits(tx, [unit], cause, null);
}

/** Removes the units of an order that was shipped outside Stowage. Undoing the movement puts them back. */
export async function shipReservedOutside(tx: DatabaseTransaction, units: readonly Unit[], orderId: string): Promise<void> {
  if (units.length > 0) await shipUnits(tx, units, { orderId, actorId: null }, SHIPPED_OUTSIDE);
}

/** Puts shipped units back into their locations and reserves them; in a location that isn't sellable they are in quarantine. */
export async function unshipReserved(tx: DatabaseTransaction, unitIds: readonly number[], cause: OrderCause): Promise<void> {
  const units = await lockUnits(tx, unitIds);
  const back: StatusChange[] = [];
  for (const unit of units) {
    const place = await requirePreviousLocation(tx, unit.locationId);
    back.push({ unit, status: place.isQuarantine ? 'QUARANTINE' : 'SALE_PENDING' });
  }
  await unshipUnits(tx, back, cause);
}

/** Makes reserved units available that no order has any more, because it took other units meanwhile. @returns their ids */
export async function releaseOrphanedReservations(tx: DatabaseTransaction): Promise<number[]> {
  const units = await lockOrphanedReservations(tx);
  await changeStatuses(
    tx,
    units.map((unit) => ({ unit, status: 'AVAILABLE' })),
    { actorId: null },
  );
  return units.map(({ id }) => id);
}

export type ReservableUnit = Unit;

/** The units, locked in the order of their ids until the transaction ends, for an order that takes or releases them. */
export function lockForOrder(tx: DatabaseTransaction, unitIds: readonly number[]): Promise<ReservableUnit[]> {
  return lockUnits(tx, unitIds);
}
