import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ordersTopic } from '@stowage/contract/orders/orders';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { changeReservations, lockUnits, releaseOrphanedReservations, shipReservedOutside, type Unit } from '../../inventory/index.ts';
import { insertEvent, type LockedOrder, lockOrder, updateOrder } from '../order.repository.ts';
import { markAllBoxesConfirmed } from '../shipping/box.repository.ts';
import { markConfirmedElsewhere } from '../shipping/shipment.repository.ts';
import {
  applyPlan,
  closeLeft,
  emptyPieces,
  fillPieces,
  insertClosedPieces,
  type KeptPiece,
  listItems,
  listPieces,
  listToSettle,
  listUnsettled,
} from './allocation.repository.ts';
import { hasLeft, type Outlook, planPieces } from './allocation-plan.rules.ts';

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
      const { hasChanged, leftIds } = await db.transaction().execute((tx) => settleOrder(tx, orderId, clock.now()));
      for (const unitId of leftIds) topics.publish(inventoryHistoryTopic, { unitId, change: 'SHIPPED' });
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
      const freed = await db.transaction().execute((tx) => releaseOrphanedReservations(tx));
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

function outlookOf(order: LockedOrder): Outlook {
  if (isToBeShipped(order)) return 'OPEN';
  return order.status === 'SHIPPED' && order.localState === 'OPEN' ? 'SHIPPED_ELSEWHERE' : 'OVER';
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
    const { create, reopen } = planPieces(await listItems(tx, orderId), await listPieces(tx, orderId), 'OPEN');
    await applyPlan(tx, orderId, { create, reopen, close: [] });
  }
}

/**
 * Brings an order's pieces and promises in step with what the marketplace and the stock say. The order is locked first,
 * then the units that it has, then others that nobody has locked: no two settlements wait for each other.
 * What it says is shipped though nobody did that here leaves the stock, or it would be sold once more.
 */
export async function settleOrder(tx: DatabaseTransaction, orderId: string, now: Date): Promise<Settled> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return { hasChanged: false, leftIds: [] };
  const before = await listPieces(tx, orderId);
  const plan = planPieces(await listItems(tx, orderId), before, outlookOf(order));
  const reserved = before.filter((piece) => piece.state === 'RESERVED');
  const units = await unitsOf(tx, before);
  const isOpenOne = ({ id }: KeptPiece) => !plan.close.includes(id) && !plan.leave.includes(id);
  const left = reserved.filter((piece) => plan.leave.includes(piece.id) && isStillHis(piece, units));
  const lost = reserved.filter((piece) => isOpenOne(piece) && !isStillHis(piece, units));
  const back = before.filter((piece) => hasLeft(piece) && units.get(piece.unitId ?? 0)?.status !== 'SHIPPED');
  const released = [...reserved.filter((piece) => (!isOpenOne(piece) && !left.includes(piece)) || lost.includes(piece)), ...back].flatMap(
    ({ unitId }) => units.get(unitId ?? 0) ?? [],
  );
  const close = [...plan.close, ...plan.leave.filter((id) => !left.some((piece) => piece.id === id)), ...back.map(({ id }) => id)];
  await applyPlan(tx, orderId, { ...plan, close });
  await emptyPieces(
    tx,
    lost.map(({ id }) => id),
    'WAITING',
  );
  const leftIds = await takeLeft(tx, { orderId, left, units, now });
  const filled = await fill(tx, orderId, released);
  const told = (kind: 'CHANGED' | 'RESERVED', detail: string) => insertEvent(tx, { orderId, kind, detail, actorId: null, at: now });
  if (lost.length > 0) await told('RESERVED', lostText(lost.length));
  for (const { unitId } of back) await told('CHANGED', `Unit ${unitId} is in stock again: it had not been shipped`);
  if (filled > 0) await told('RESERVED', `Reserved ${filled} ${filled === 1 ? 'unit' : 'units'}`);
  const isShipped = await shipWithPacked(tx, order, now);
  await followMarketplace(tx, isShipped ? { ...order, localState: 'SHIPPED' } : order, now);
  const changes = plan.create.length + close.length + plan.reopen.length + lost.length + leftIds.length + filled;
  return { hasChanged: isShipped || changes > 0, leftIds };
}

interface Settled {
  readonly hasChanged: boolean;
  /** The units that left for it elsewhere. */
  readonly leftIds: readonly number[];
}

/** The units of an order's pieces, locked: those reserved for it, and those that left elsewhere, which may have been put back. */
async function unitsOf(tx: DatabaseTransaction, pieces: readonly KeptPiece[]): Promise<ReadonlyMap<number, Unit>> {
  const ids = pieces.filter((piece) => piece.state === 'RESERVED' || hasLeft(piece)).flatMap(({ unitId }) => unitId ?? []);
  return new Map((await lockUnits(tx, ids)).map((unit) => [unit.id, unit]));
}

interface Left {
  readonly orderId: string;
  readonly left: readonly KeptPiece[];
  readonly units: ReadonlyMap<number, Unit>;
  readonly now: Date;
}

/** @returns the ids of the units that are out of stock by that */
async function takeLeft(tx: DatabaseTransaction, { orderId, left, units, now }: Left): Promise<number[]> {
  if (left.length === 0) return [];
  const gone = left.flatMap(({ unitId }) => units.get(unitId ?? 0) ?? []);
  await shipReservedOutside(tx, gone, orderId);
  await closeLeft(
    tx,
    left.map(({ id }) => id),
  );
  for (const { id } of gone) await insertEvent(tx, { orderId, kind: 'SHIPPED', detail: leftText(id), actorId: null, at: now });
  return gone.map(({ id }) => id);
}

function leftText(unitId: number): string {
  return `Shipped outside Stowage, the marketplace says: unit ${unitId} is out of stock. If it is still there, undo that in Adjustments`;
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
  await markConfirmedElsewhere(tx, orderId, now);
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
  const promised = await changeReservations(tx, { released, wanted }, { orderId, actorId: null });
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
