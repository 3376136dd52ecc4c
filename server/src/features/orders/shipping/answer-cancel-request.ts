import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { publishStock } from '../../inventory/index.ts';
import { findAnswerer, insertEvent, type LockedOrder, lockOrder, updateOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { putPackedBack } from '../packing/undo-shipping.ts';
import { reconcileOrder } from '../reservations/reconcile-order.ts';
import {
  answeredRefusal,
  type CancelAnswer,
  isHeldByOther,
  isShippedOutside,
  refused,
  shippedOutsideRefusal,
  shippedRefusal,
  startedRefusal,
} from './shipping.rules.ts';

interface Answer {
  readonly orderId: string;
  readonly answer: CancelAnswer;
  readonly packer: Packer;
}

const DETAILS = {
  CANCEL: 'Canceled here at the buyer’s request. Cancel the order in Seller Central too.',
  SHIP: 'The order will be shipped although the buyer asked to cancel',
} as const;

/** Answers a buyer who asks to cancel. @throws AppError when there is no request, another person answered, or a new answer would undo another packer's work */
export async function answerCancelRequest({ db, clock, topics }: OrderDependencies, request: Answer): Promise<void> {
  const { orderId, packer } = request;
  const unitIds = await db.transaction().execute((tx) => saveAnswer(tx, request, clock.now()));
  if (unitIds === undefined) return;
  publishOrder(topics, orderId, 'CANCEL_ANSWERED', packer);
  publishStock(topics, unitIds, 'UNDONE');
}

/** @returns the units that are back in stock; undefined when this answer was already given */
async function saveAnswer(tx: DatabaseTransaction, { orderId, answer, packer }: Answer, now: Date): Promise<number[] | undefined> {
  const order = await lockOrder(tx, orderId);
  await refuseAnswer(tx, order, { answer, packer, now });
  if (order.cancelAnswer === answer) return undefined;
  const local_state = answer === 'CANCEL' ? 'CANCELED' : 'OPEN';
  await updateOrder(tx, orderId, { local_state, cancel_answer: answer, cancel_answered_by: packer.id, started_by: null, started_at: null });
  await insertEvent(tx, { orderId, kind: 'CANCEL_ANSWERED', detail: DETAILS[answer], actorId: packer.id, at: now });
  const unitIds = answer === 'CANCEL' ? await putPackedBack(tx, orderId, packer) : [];
  if (unitIds.length > 0) {
    const detail = unitIds.length === 1 ? `Packed unit ${unitIds[0]} put back` : `${unitIds.length} packed units put back`;
    await insertEvent(tx, { orderId, kind: 'UNDONE', detail, actorId: packer.id, at: now });
  }
  await reconcileOrder(tx, orderId, now);
  return unitIds;
}

/** Only the person who answered may change the answer, and only while no other packer works on the order. */
async function refuseAnswer(
  tx: DatabaseTransaction,
  order: LockedOrder,
  { answer, packer, now }: { answer: CancelAnswer; packer: Packer; now: Date },
): Promise<void> {
  if (!order.isCancelRequested) throw new AppError('conflict', 'The buyer does not ask to cancel', { reason: 'not_requested' });
  if (order.status === 'CANCELLED') throw new AppError('conflict', 'The order is canceled', { reason: 'canceled' });
  if (isShippedOutside(order)) throw refused(shippedOutsideRefusal());
  if (order.localState !== 'OPEN' && order.localState !== 'CANCELED') throw refused(shippedRefusal(order.shippedByName, order.shippedAt));
  if (order.cancelAnswer === null) return;
  if (order.cancelAnsweredBy !== packer.id) {
    const answerer = await findAnswerer(tx, order.orderId);
    throw refused(answeredRefusal(order.cancelAnswer, answerer?.by ?? null, answerer?.at ?? null));
  }
  if (order.cancelAnswer !== answer && isHeldByOther(order, packer.id, now)) throw refused(startedRefusal(order));
}
