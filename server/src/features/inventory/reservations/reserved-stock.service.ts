import { SHIPPED_OUTSIDE } from '@stowage/contract/inventory/adjustment-reasons';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { changeStatuses, type StatusChange, shipUnits, unshipUnits } from '../ledger/stock-document.repository.ts';
import { lockUnits } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { requirePreviousLocation } from '../locations/previous-location.service.ts';
import { lockAvailableUnits, lockOrphanedReservations } from './reserved-stock.repository.ts';

/**
 * Units that orders reserve and take away. The caller has locked the order before, publishes after its commit, and keeps
 * which unit is whose: a unit is locked here before that is decided.
 */

export interface OrderCause {
  readonly orderId: string;
  /** null where nobody did it. */
  readonly actorId: number | null;
}

/** What a settlement changes: promises taken back, and units of listings promised anew. */
export interface Promises {
  /** Units whose promise to this order ends. */
  readonly released: readonly Unit[];
  readonly wanted: readonly { readonly listingId: number; readonly quantity: number }[];
  /** A certain unit, instead of the oldest. */
  readonly chosen?: Unit;
}

/**
 * Takes promises back and promises the oldest available units of listings, all in one go.
 * @returns the units that are promised now, by listing, oldest first; fewer than were wanted when there are no more
 */
export async function changeReservations(tx: DatabaseTransaction, { released, wanted, chosen }: Promises, cause: OrderCause): Promise<Map<number, number[]>> {
  const changes: StatusChange[] = released.filter(({ status }) => status === 'SALE_PENDING').map((unit) => ({ unit, status: 'AVAILABLE' }));
  const promised = new Map<number, number[]>();
  for (const { listingId, quantity } of wanted) {
    const units = await lockAvailableUnits(tx, listingId, quantity);
    promised.set(
      listingId,
      units.map(({ id }) => id),
    );
    changes.push(...units.map((unit) => ({ unit, status: 'SALE_PENDING' }) as const));
  }
  if (chosen !== undefined) changes.push({ unit: chosen, status: 'SALE_PENDING' });
  if (changes.length > 0) await changeStatuses(tx, changes, cause);
  return promised;
}

/** Sends a locked, promised unit to its customer. */
export async function shipReserved(tx: DatabaseTransaction, unit: Unit, cause: OrderCause): Promise<void> {
  await shipUnits(tx, [unit], cause, null);
}

/** Takes out of stock what left for an order though nobody shipped it here. Unlike what was, it is put back by undoing the movement. */
export async function shipReservedOutside(tx: DatabaseTransaction, units: readonly Unit[], orderId: string): Promise<void> {
  if (units.length > 0) await shipUnits(tx, units, { orderId, actorId: null }, SHIPPED_OUTSIDE);
}

/** Puts shipped units back to where they were, still promised; where that is no place for sale, in quarantine. */
export async function unshipReserved(tx: DatabaseTransaction, unitIds: readonly number[], cause: OrderCause): Promise<void> {
  const units = await lockUnits(tx, unitIds);
  const back: StatusChange[] = [];
  for (const unit of units) {
    const place = await requirePreviousLocation(tx, unit.locationId);
    back.push({ unit, status: place.isQuarantine ? 'QUARANTINE' : 'SALE_PENDING' });
  }
  await unshipUnits(tx, back, cause);
}

/** Frees units that are promised to nobody: what they were promised for took another unit while they were away. @returns their ids */
export async function releaseOrphanedReservations(tx: DatabaseTransaction): Promise<number[]> {
  const units = await lockOrphanedReservations(tx);
  await changeStatuses(
    tx,
    units.map((unit) => ({ unit, status: 'AVAILABLE' })),
    { actorId: null },
  );
  return units.map(({ id }) => id);
}
