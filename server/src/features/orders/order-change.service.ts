import { countsTopic } from '@stowage/contract/inventory/counts';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { changeReservations, countLocation, lockUnits, unshipReserved } from '../inventory/index.ts';
import { findAnswerer, getOrder, insertEvent, insertNote, isUndoneBy, type LockedOrder, noSuch, SHIPPING_UNDONE, updateOrder } from './order.repository.ts';
import type { Packer } from './packing/packing.service.ts';
import { fillPieces, findPiece, unshipPieces } from './reservations/allocation.repository.ts';
import { settleOrder } from './reservations/reservation.service.ts';
import { listBoxes } from './shipping/box.repository.ts';
import { deleteShipment } from './shipping/shipment.repository.ts';
import {
  answeredRefusal,
  type CancelAnswer,
  isHeldByOther,
  isShippedElsewhere,
  refused,
  refuseShipping,
  refuseUndo,
  shippedElsewhereRefusal,
  shippedRefusal,
  startedRefusal,
} from './shipping/shipping.rules.ts';

export interface OrderChangeService {
  /** Puts back what was shipped; sent again it changes nothing. @throws AppError when nothing was, or the marketplace knows or may know of it */
  undo(orderId: string, packer: Packer): Promise<void>;
  /** @throws AppError when nobody asks any more, somebody else answered, or answering otherwise would undo what somebody else packs */
  answerCancel(orderId: string, answer: CancelAnswer, packer: Packer): Promise<void>;
  /** Reserves a certain unit for a piece, instead of the one that it has. */
  changeUnit(pieceId: number, unitId: number, packer: Packer): Promise<void>;
  /** Has the location of a piece's unit counted. @returns the count's id */
  reportMismatch(pieceId: number, note: string, packer: Packer): Promise<number>;
  /** Keeps a note; sent again under its id it is the same one. */
  note(orderId: string, note: Note, packer: Packer): Promise<void>;
}

interface Note {
  readonly note: string;
  readonly clientNoteId?: string | undefined;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
}

const ANSWERS = {
  CANCEL: 'Canceled here, as the buyer asked: cancel it in Seller Central too',
  SHIP: 'Will be shipped although the buyer asked to cancel',
} as const;

export function createOrderChangeService({ db, clock, topics }: Dependencies): OrderChangeService {
  const tell = (orderId: string, change: 'UNDONE' | 'CANCEL_ANSWERED' | 'RESERVED' | 'NOTED', { name }: Packer) =>
    topics.publish(ordersTopic, { orderId, change, actor: name });
  const tellUndone = (unitIds: readonly number[]) => {
    for (const unitId of unitIds) topics.publish(inventoryHistoryTopic, { unitId, change: 'UNDONE' });
  };
  return {
    async undo(orderId, packer) {
      const unitIds = await db.transaction().execute((tx) => undoOrder(tx, { orderId, packer, now: clock.now() }));
      if (unitIds.length > 0) tell(orderId, 'UNDONE', packer);
      tellUndone(unitIds);
    },

    async answerCancel(orderId, answer, packer) {
      const unitIds = await db.transaction().execute(async (tx) => {
        const order = await getOrder(tx, orderId);
        await refuseAnswer(tx, order, { answer, packer, now: clock.now() });
        // Sent twice: what it did, and what was packed since, stays.
        if (order.cancelAnswer === answer) return undefined;
        const local_state = answer === 'CANCEL' ? 'CANCELED' : 'OPEN';
        await updateOrder(tx, orderId, { local_state, cancel_answer: answer, cancel_answered_by: packer.id, started_by: null, started_at: null });
        await insertEvent(tx, { orderId, kind: 'CANCEL_ANSWERED', detail: ANSWERS[answer], actorId: packer.id, at: clock.now() });
        // What is packed of an order that nobody gets is stock again.
        const back = answer === 'CANCEL' ? await putPackedBack(tx, orderId, packer) : [];
        if (back.length > 0) {
          const detail = back.length === 1 ? `Packed unit ${back[0]} put back` : `${back.length} packed units put back`;
          await insertEvent(tx, { orderId, kind: 'UNDONE', detail, actorId: packer.id, at: clock.now() });
        }
        await settleOrder(tx, orderId, clock.now());
        return back;
      });
      if (unitIds === undefined) return;
      tell(orderId, 'CANCEL_ANSWERED', packer);
      tellUndone(unitIds);
    },

    async changeUnit(pieceId, unitId, packer) {
      const orderId = (await findPiece(db, pieceId))?.orderId;
      if (orderId === undefined) throw noSuch(pieceId);
      await db.transaction().execute(async (tx) => {
        const refusal = refuseShipping(await getOrder(tx, orderId), packer.id, clock.now());
        // One that is pending, or that somebody else packs, may still get another unit.
        if (refusal !== undefined && refusal.reason !== 'pending' && refusal.reason !== 'started_by_other') {
          throw refused(refusal);
        }
        const piece = await findPiece(tx, pieceId);
        if (piece === undefined || piece.state === 'SHIPPED' || piece.state === 'CLOSED') {
          throw new AppError('conflict', 'This piece is shipped or closed', { reason: 'already_shipped' });
        }
        const units = await lockUnits(tx, [...(piece.unitId === null ? [] : [piece.unitId]), unitId]);
        const chosen = units.find(({ id }) => id === unitId);
        if (chosen?.status !== 'AVAILABLE' || chosen.listingId === null || chosen.listingId !== piece.listingId) {
          throw new AppError('conflict', 'That unit is not available any more', { reason: 'unit_gone' });
        }
        await changeReservations(tx, { released: units.filter(({ id }) => id !== unitId), wanted: [], chosen }, { orderId, actorId: packer.id });
        await fillPieces(tx, [{ pieceId, unitId }]);
        await insertEvent(tx, { orderId, kind: 'CHANGED', detail: `Unit ${unitId} reserved instead`, actorId: packer.id, at: clock.now() });
      });
      tell(orderId, 'RESERVED', packer);
    },

    async reportMismatch(pieceId, note, packer) {
      const { orderId, count } = await db.transaction().execute((tx) => countPlaceOf(tx, { pieceId, note, actorId: packer.id, at: clock.now() }));
      tell(orderId, 'NOTED', packer);
      if (count.isNew) topics.publish(countsTopic, { countId: count.id, change: 'STARTED' });
      return count.id;
    },

    async note(orderId, { note, clientNoteId }, packer) {
      const kept = await db.transaction().execute(async (tx) => {
        await getOrder(tx, orderId);
        return insertNote(tx, { orderId, note, clientNoteId, actorId: packer.id, at: clock.now() });
      });
      if (kept === 'ANOTHER') throw new AppError('conflict', 'Another note was kept under this id', { reason: 'another_note' });
      if (kept === 'NEW') tell(orderId, 'NOTED', packer);
    },
  };
}

interface Answer {
  readonly answer: CancelAnswer;
  readonly packer: Packer;
  readonly now: Date;
}

/** Whoever comes later does not answer once more; a change of mind takes nothing from somebody else who packs. */
async function refuseAnswer(tx: DatabaseTransaction, order: LockedOrder, { answer, packer, now }: Answer): Promise<void> {
  if (!order.isCancelRequested) throw new AppError('conflict', 'The buyer does not ask to cancel', { reason: 'not_requested' });
  if (order.status === 'CANCELLED') throw new AppError('conflict', 'The order is canceled', { reason: 'canceled' });
  if (isShippedElsewhere(order)) throw refused(shippedElsewhereRefusal());
  if (order.localState !== 'OPEN' && order.localState !== 'CANCELED') throw refused(shippedRefusal(order.shippedByName, order.shippedAt));
  if (order.cancelAnswer === null) return;
  if (order.cancelAnsweredBy !== packer.id) {
    const answerer = await findAnswerer(tx, order.orderId);
    throw refused(answeredRefusal(order.cancelAnswer, answerer?.by ?? null, answerer?.at ?? null));
  }
  if (order.cancelAnswer !== answer && isHeldByOther(order, packer.id, now)) throw refused(startedRefusal(order));
}

/** @returns the units that are back, reserved for their pieces as before */
async function putPackedBack(tx: DatabaseTransaction, orderId: string, { id: actorId }: Packer): Promise<number[]> {
  const unitIds = await unshipPieces(tx, orderId);
  if (unitIds.length > 0) await unshipReserved(tx, unitIds, { orderId, actorId });
  return unitIds;
}

/** @returns the units that are back */
async function undoOrder(tx: DatabaseTransaction, { orderId, packer, now }: { orderId: string; packer: Packer; now: Date }): Promise<number[]> {
  const order = await getOrder(tx, orderId);
  const refusal = refuseUndo(
    order,
    (await listBoxes(tx, orderId)).some(({ confirmedAt }) => confirmedAt !== null),
  );
  if (refusal !== undefined) throw new AppError('conflict', refusal.message, { reason: refusal.reason });
  // Of several pieces some are packed, and somebody is at the next one.
  if (isHeldByOther(order, packer.id, now)) throw refused(startedRefusal(order));
  const shipped = await putPackedBack(tx, orderId, packer);
  // Sent again, for its answer was lost.
  if (shipped.length === 0 && (await isUndoneBy(tx, orderId, packer.id))) return [];
  if (shipped.length === 0) throw new AppError('conflict', 'Nothing of this order was shipped', { reason: 'not_shipped' });
  await deleteShipment(tx, orderId);
  await updateOrder(tx, orderId, { local_state: order.cancelAnswer === 'CANCEL' ? 'CANCELED' : 'OPEN', shipped_by: null, shipped_at: null });
  await insertEvent(tx, { orderId, kind: 'UNDONE', detail: SHIPPING_UNDONE, actorId: packer.id, at: now });
  // It may have been canceled meanwhile, and then needs them no more.
  await settleOrder(tx, orderId, now);
  return shipped;
}

interface Mismatch {
  readonly pieceId: number;
  readonly note: string;
  readonly actorId: number;
  readonly at: Date;
}

/** Opens a count of where a piece's unit is booked, or finds the one that is open there. */
async function countPlaceOf(tx: DatabaseTransaction, { pieceId, note, actorId, at }: Mismatch) {
  const { orderId } = await getOrder(tx, pieceId);
  const piece = await findPiece(tx, pieceId);
  const [unit] = piece?.unitId == null || piece.state !== 'RESERVED' ? [] : await lockUnits(tx, [piece.unitId]);
  if (unit === undefined) throw new AppError('conflict', 'No unit is reserved for this piece', { reason: 'no_unit' });
  const count = await countLocation(tx, unit.locationId, actorId);
  const detail = `Mismatch at ${count.location}: count ${count.id}${note === '' ? '' : `, ${note}`}`;
  await insertEvent(tx, { orderId, kind: 'MISMATCH', detail, actorId, at });
  return { orderId, count };
}
