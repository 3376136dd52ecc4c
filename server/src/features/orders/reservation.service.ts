import { inventoryHistoryTopic } from '@stowage/contract/inventory';
import { ordersTopic } from '@stowage/contract/orders';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { freeOrphans, lockUnits, settlePromises, type Unit } from '../inventory/index.ts';
import { markAllBoxesConfirmed } from './box.repository.ts';
import { insertEvent, type LockedOrder, lockOrder, updateOrder } from './order.repository.ts';
import {
  applyPlan,
  emptyPieces,
  fillPieces,
  insertClosedPieces,
  type KeptPiece,
  listItems,
  listPieces,
  listToSettle,
  listUnsettled,
} from './piece.repository.ts';
import { planPieces } from './piece-plan.rules.ts';

export interface ReservationService {
  /** Reserves, for orders that the marketplace told of, what they need, and gives back what they need no more. Safe to repeat. */
  settle(orderIds: readonly string[]): Promise<void>;
  /** Looks where stock came, went or changed under the orders. @returns how many orders it settled */
  settleAll(): Promise<number>;
}

const SETTLED_AT_ONCE = 500;

export function createReservationService({ db, clock, topics }: { db: DatabasePool; clock: Clock; topics: Topics }): ReservationService {
  const settle = async (orderIds: readonly string[]) => {
    for (const orderId of orderIds) {
      const hasChanged = await db.transaction().execute((tx) => settleOrder(tx, orderId, clock.now()));
      if (hasChanged) topics.publish(ordersTopic, { orderId, change: 'RESERVED', actor: null });
    }
  };
  return {
    async settle(orderIds) {
      await insertClosedPieces(db, orderIds);
      await settle(await listToSettle(db, orderIds));
    },
    async settleAll() {
      // First the units that nobody has any more: an order may wait for one.
      const freed = await db.transaction().execute((tx) => freeOrphans(tx));
      for (const unitId of freed) topics.publish(inventoryHistoryTopic, { unitId, change: 'MOVED' });
      const orderIds = await listUnsettled(db, SETTLED_AT_ONCE);
      await settle(orderIds);
      return orderIds.length;
    },
  };
}

const OPEN = ['PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED'];

function isToBeShipped({ status, localState }: { readonly status: string; readonly localState: string }): boolean {
  return localState === 'OPEN' && OPEN.includes(status);
}

/**
 * Lays the pieces of orders in the transaction that keeps what the marketplace told of them: from the moment in which an
 * order is known, a sync takes what it waits for off what is offered. No unit and no count is locked for that; reserving
 * comes with the settlement.
 */
export async function layPieces(tx: DatabaseTransaction, orderIds: readonly string[]): Promise<void> {
  for (const orderId of await listToSettle(tx, orderIds)) {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || !isToBeShipped(order)) continue;
    const { create, reopen } = planPieces(await listItems(tx, orderId), await listPieces(tx, orderId), true);
    await applyPlan(tx, orderId, { create, reopen, close: [] });
  }
}

/**
 * Brings an order's pieces and promises in step with what the marketplace and the stock say. The order is locked first,
 * then the units that it has, then others that nobody has locked: no two settlements wait for each other.
 * @returns whether anything changed
 */
export async function settleOrder(tx: DatabaseTransaction, orderId: string, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return false;
  const before = await listPieces(tx, orderId);
  const plan = planPieces(await listItems(tx, orderId), before, isToBeShipped(order));
  const reserved = before.filter((piece) => piece.state === 'RESERVED');
  const units = new Map(
    (
      await lockUnits(
        tx,
        reserved.flatMap(({ unitId }) => unitId ?? []),
      )
    ).map((unit) => [unit.id, unit]),
  );
  const lost = reserved.filter((piece) => !plan.close.includes(piece.id) && !isStillHis(piece, units));
  const released = reserved.filter((piece) => plan.close.includes(piece.id) || lost.includes(piece)).flatMap(({ unitId }) => units.get(unitId ?? 0) ?? []);
  await applyPlan(tx, orderId, plan);
  await emptyPieces(
    tx,
    lost.map(({ id }) => id),
    'WAITING',
  );
  const filled = await fill(tx, orderId, released);
  if (lost.length > 0) await insertEvent(tx, { orderId, kind: 'RESERVED', detail: lostText(lost.length), actorId: null, at: now });
  if (filled > 0) await insertEvent(tx, { orderId, kind: 'RESERVED', detail: `Reserved ${filled} ${filled === 1 ? 'unit' : 'units'}`, actorId: null, at: now });
  const isShipped = await shipWithPacked(tx, order, now);
  await followMarketplace(tx, isShipped ? { ...order, localState: 'SHIPPED' } : order, now);
  return isShipped || plan.create.length + plan.close.length + plan.reopen.length + lost.length + filled > 0;
}

/** An order whose last open piece is not to be shipped any more is shipped with those that are packed. @returns whether it is by that */
async function shipWithPacked(tx: DatabaseTransaction, { orderId, localState }: LockedOrder, now: Date): Promise<boolean> {
  if (localState !== 'OPEN') return false;
  const pieces = await listPieces(tx, orderId);
  const [last] = pieces.filter(({ state }) => state === 'SHIPPED').sort((a, b) => Number(b.shippedAt) - Number(a.shippedAt));
  if (last === undefined || pieces.some(({ state }) => state === 'WAITING' || state === 'RESERVED')) return false;
  await updateOrder(tx, orderId, { local_state: 'SHIPPED', shipped_by: last.shippedBy, shipped_at: last.shippedAt, started_by: null, started_at: null });
  await insertEvent(tx, { orderId, kind: 'SHIPPED', detail: 'Shipped with what is packed: the rest is not to be shipped any more', actorId: null, at: now });
  return true;
}

/** Whoever told the marketplace, it is told. */
async function followMarketplace(tx: DatabaseTransaction, { orderId, status, localState }: { orderId: string; status: string; localState: string }, now: Date) {
  if (status === 'SHIPPED' && localState === 'CANCELED') {
    // Shipped elsewhere, as any other that nothing was done with here.
    await updateOrder(tx, orderId, { local_state: 'OPEN' });
    const detail = 'The marketplace says that it is shipped, although it was canceled here';
    await insertEvent(tx, { orderId, kind: 'CONFIRMED', detail, actorId: null, at: now });
    return;
  }
  const isToldElsewhere = status === 'SHIPPED' && ['SHIPPED', 'CONFIRM_QUEUED', 'CONFIRM_FAILED'].includes(localState);
  if (!isToldElsewhere) return;
  await updateOrder(tx, orderId, { local_state: 'CONFIRMED' });
  await tx.updateTable('order_shipments').set({ next_attempt_at: null, failure: null, confirmed_at: now }).where('order_id', '=', orderId).execute();
  await markAllBoxesConfirmed(tx, orderId, now);
  await insertEvent(tx, { orderId, kind: 'CONFIRMED', detail: 'The marketplace says that it is shipped', actorId: null, at: now });
}

function isStillHis({ unitId, listingId }: KeptPiece, units: ReadonlyMap<number, Unit>): boolean {
  const unit = units.get(unitId ?? 0);
  return unit?.status === 'SALE_PENDING' && unit.listingId === listingId;
}

/** Promises units to every piece that waits for one. @returns how many pieces got one */
async function fill(tx: DatabaseTransaction, orderId: string, released: readonly Unit[]): Promise<number> {
  const waiting = (await listPieces(tx, orderId)).filter(({ state, listingId }) => state === 'WAITING' && listingId !== null);
  const byListing = new Map<number, KeptPiece[]>();
  for (const piece of waiting) byListing.set(piece.listingId as number, [...(byListing.get(piece.listingId as number) ?? []), piece]);
  const wanted = [...byListing].map(([listingId, pieces]) => ({ listingId, quantity: pieces.length }));
  const promised = await settlePromises(tx, { released, wanted }, { orderId, actorId: null });
  const filled = [...byListing].flatMap(([listingId, pieces]) =>
    (promised.get(listingId) ?? []).flatMap((unitId, nth) => {
      const piece = pieces[nth];
      return piece === undefined ? [] : [{ pieceId: piece.id, unitId }];
    }),
  );
  await fillPieces(tx, filled);
  return filled.length;
}

function lostText(count: number): string {
  return count === 1 ? 'The reserved unit is gone or changed' : `${count} reserved units are gone or changed`;
}
