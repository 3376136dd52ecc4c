import { counted } from '@stowage/contract/formats/text/counted';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { changeReservations, lockForOrder, type ReservableUnit, shipReservedOutside } from '../../inventory/index.ts';
import { compareAnnouncedAgain, compareListingsAgain, resendQuantities } from '../../pricing/index.ts';
import { insertEvent, type LockedOrder, lockOrderIfExists, updateOrder } from '../order.repository.ts';
import { markAllBoxesConfirmed } from '../shipping/box.repository.ts';
import { saveAttempt } from '../shipping/shipment.repository.ts';
import { type AllocationRecord, applyPlan, clearAllocations, closeShippedOutside, listAllocations, listItems, reserveUnits } from './allocation.repository.ts';
import { type AllocationPlan, type Fulfillment, isOpen, planAllocations, wasShippedOutside } from './allocation-plan.rules.ts';

export interface Reconciliation {
  readonly hasChanged: boolean;
  /** Ids of the units that left stock because they were shipped outside Stowage. */
  readonly shippedOutsideIds: readonly number[];
}

const OPEN_STATUSES = ['PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED'];

export function isToBeShipped({ status, localState }: Pick<LockedOrder, 'status' | 'localState'>): boolean {
  return localState === 'OPEN' && OPEN_STATUSES.includes(status);
}

function fulfillmentOf(order: LockedOrder): Fulfillment {
  if (isToBeShipped(order)) return 'OPEN';
  return order.status === 'SHIPPED' && order.localState === 'OPEN' ? 'SHIPPED_OUTSIDE' : 'OVER';
}

/**
 * Reconciles an order's allocations and reservations with the marketplace and the stock. Locks the order first, then its
 * own units, then other units that nobody has locked, so that two reconciliations never deadlock. Units that the marketplace
 * reports as shipped, and that nobody shipped here, leave stock, because otherwise they would be sold again.
 */
export async function reconcileOrder(tx: DatabaseTransaction, orderId: string, now: Date): Promise<Reconciliation> {
  const order = await lockOrderIfExists(tx, orderId);
  if (order === undefined) return { hasChanged: false, shippedOutsideIds: [] };
  const before = await listAllocations(tx, orderId);
  const plan = planAllocations(await listItems(tx, orderId), before, fulfillmentOf(order));
  const units = await lockOwnUnits(tx, before);
  const isPlannedOpen = ({ id }: AllocationRecord) => !plan.close.includes(id) && !plan.shippedOutside.includes(id);
  const reserved = before.filter(({ state }) => state === 'RESERVED');
  const shippedOutside = reserved.filter((allocation) => plan.shippedOutside.includes(allocation.id) && isStillReserved(allocation, units));
  const lost = reserved.filter((allocation) => isPlannedOpen(allocation) && !isStillReserved(allocation, units));
  const returned = before.filter((allocation) => wasShippedOutside(allocation) && units.get(allocation.unitId ?? 0)?.status !== 'SHIPPED');
  const released = reserved.filter((allocation) => lost.includes(allocation) || (!isPlannedOpen(allocation) && !shippedOutside.includes(allocation)));
  const close = [...plan.close, ...plan.shippedOutside.filter((id) => !shippedOutside.some((one) => one.id === id)), ...idsOf(returned)];
  await applyOrderPlan(tx, orderId, { ...plan, close });
  await clearAllocations(tx, idsOf(lost), 'WAITING');
  await compareListingsAgain(
    tx,
    lost.flatMap(({ listingId }) => listingId ?? []),
  );
  const shippedOutsideIds = await shipOutside(tx, { orderId, shippedOutside, units, now });
  const filled = await reserveForWaiting(tx, orderId, unitsOf([...released, ...returned], units));
  const record = (kind: 'CHANGED' | 'RESERVED', detail: string) => insertEvent(tx, { orderId, kind, detail, actorId: null, at: now });
  if (lost.length > 0) await record('RESERVED', lostUnitsText(lost.length));
  for (const { unitId } of returned) await record('CHANGED', `Unit ${unitId} is in stock again: it was not shipped`);
  if (filled > 0) await record('RESERVED', `Reserved ${counted(filled, 'unit')}`);
  const isShipped = await shipWithPacked(tx, order, now);
  await applyMarketplaceStatus(tx, isShipped ? { ...order, localState: 'SHIPPED' } : order, now);
  const changes = plan.create.length + close.length + plan.reopen.length + lost.length + shippedOutsideIds.length + filled;
  return { hasChanged: isShipped || changes > 0, shippedOutsideIds };
}

/**
 * Changes an order's allocations. Amazon lowers its own quantity with an order, and nobody reports to which: the quantities of the
 * order's listings are sent again, before the next report.
 */
export async function applyOrderPlan(tx: DatabaseTransaction, orderId: string, plan: Omit<AllocationPlan, 'shippedOutside'>): Promise<void> {
  await compareListingsAgain(tx, await applyPlan(tx, orderId, plan));
  if (plan.create.length + plan.close.length + plan.reopen.length === 0) return;
  if (plan.create.length > 0) await compareAnnouncedAgain(tx, [orderId]);
  const listingIds = (await listAllocations(tx, orderId)).flatMap(({ listingId }) => listingId ?? []);
  await resendQuantities(tx, listingIds);
}

const idsOf = (allocations: readonly AllocationRecord[]): number[] => allocations.map(({ id }) => id);

function unitsOf(allocations: readonly AllocationRecord[], units: ReadonlyMap<number, ReservableUnit>): ReservableUnit[] {
  return allocations.flatMap(({ unitId }) => units.get(unitId ?? 0) ?? []);
}

/** Locks the units that are reserved for the order, and those that were shipped outside, which may have been put back. */
async function lockOwnUnits(tx: DatabaseTransaction, allocations: readonly AllocationRecord[]): Promise<ReadonlyMap<number, ReservableUnit>> {
  const ids = allocations.filter((allocation) => allocation.state === 'RESERVED' || wasShippedOutside(allocation)).flatMap(({ unitId }) => unitId ?? []);
  return new Map((await lockForOrder(tx, ids)).map((unit) => [unit.id, unit]));
}

function isStillReserved({ unitId, listingId }: AllocationRecord, units: ReadonlyMap<number, ReservableUnit>): boolean {
  const unit = units.get(unitId ?? 0);
  return unit?.status === 'SALE_PENDING' && unit.listingId === listingId;
}

interface ShippedOutside {
  readonly orderId: string;
  readonly shippedOutside: readonly AllocationRecord[];
  readonly units: ReadonlyMap<number, ReservableUnit>;
  readonly now: Date;
}

/** @returns the ids of the units that left stock */
async function shipOutside(tx: DatabaseTransaction, { orderId, shippedOutside, units, now }: ShippedOutside): Promise<number[]> {
  if (shippedOutside.length === 0) return [];
  const gone = unitsOf(shippedOutside, units);
  await shipReservedOutside(tx, gone, orderId);
  await closeShippedOutside(tx, idsOf(shippedOutside));
  for (const { id } of gone) {
    const detail = `Shipped outside Stowage according to Amazon: unit ${id} is out of stock. If the unit is still there, undo this in Adjustments`;
    await insertEvent(tx, { orderId, kind: 'SHIPPED', detail, actorId: null, at: now });
  }
  return gone.map(({ id }) => id);
}

/** Reserves units for the allocations that wait for one. @returns how many allocations got a unit */
async function reserveForWaiting(tx: DatabaseTransaction, orderId: string, released: readonly ReservableUnit[]): Promise<number> {
  const byListing = new Map<number, number[]>();
  for (const { id, state, listingId } of await listAllocations(tx, orderId)) {
    if (state === 'WAITING' && listingId !== null) byListing.set(listingId, [...(byListing.get(listingId) ?? []), id]);
  }
  const wanted = [...byListing].map(([listingId, { length: quantity }]) => ({ listingId, quantity }));
  const reserved = await changeReservations(tx, { released, wanted }, { orderId, actorId: null });
  const filled = [...byListing].flatMap(([listingId, allocationIds]) => {
    const unitIds = reserved.get(listingId) ?? [];
    return allocationIds.slice(0, unitIds.length).map((allocationId, index) => ({ allocationId, unitId: unitIds[index] as number }));
  });
  await reserveUnits(tx, filled);
  return filled.length;
}

/** Ships an order whose last open allocation is no longer needed, with the units that are packed. @returns whether it shipped the order */
async function shipWithPacked(tx: DatabaseTransaction, { orderId, localState }: LockedOrder, now: Date): Promise<boolean> {
  if (localState !== 'OPEN') return false;
  const allocations = await listAllocations(tx, orderId);
  const [last] = allocations.filter(({ state }) => state === 'SHIPPED').sort((a, b) => Number(b.shippedAt) - Number(a.shippedAt));
  if (last === undefined || allocations.some(isOpen)) return false;
  await updateOrder(tx, orderId, { local_state: 'SHIPPED', shipped_by: last.shippedBy, shipped_at: last.shippedAt, started_by: null, started_at: null });
  await insertEvent(tx, { orderId, kind: 'SHIPPED', detail: 'Shipped with the packed units: the rest no longer has to be shipped', actorId: null, at: now });
  return true;
}

/** Records that the marketplace reports an order as shipped that was not confirmed from here. */
async function applyMarketplaceStatus(tx: DatabaseTransaction, { orderId, status, localState }: LockedOrder, now: Date): Promise<void> {
  if (status !== 'SHIPPED') return;
  const record = (detail: string) => insertEvent(tx, { orderId, kind: 'CONFIRMED', detail, actorId: null, at: now });
  if (localState === 'CANCELED') {
    await updateOrder(tx, orderId, { local_state: 'OPEN' });
    await record('Amazon reports the order as shipped, although it was canceled here');
  } else if (['SHIPPED', 'CONFIRM_QUEUED', 'CONFIRM_FAILED'].includes(localState)) {
    await updateOrder(tx, orderId, { local_state: 'CONFIRMED' });
    await saveAttempt(tx, orderId, { next_attempt_at: null, failure: null, confirmed_at: now });
    await markAllBoxesConfirmed(tx, orderId, now);
    await record('Amazon reports the order as shipped');
  }
}

function lostUnitsText(count: number): string {
  return count === 1 ? 'The reserved unit is gone or changed' : `${count} reserved units are gone or changed`;
}
