import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { START_HOLDS_MINUTES } from '@stowage/contract/orders/order-packing';
import { DID_TEXTS, type OrderRefusal } from '@stowage/contract/orders/order-refusal';
import { AppError } from '../../../platform/app-error.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

export type CancelAnswer = 'SHIP' | 'CANCEL';

/** The fields that decide whether an order may be packed. */
export interface PackableOrder {
  readonly status: string;
  readonly localState: string;
  readonly isCancelRequested: boolean;
  readonly cancelAnswer: CancelAnswer | null;
  readonly startedBy: number | null;
  readonly startedByName: string | null;
  readonly startedAt: Date | null;
  readonly shippedByName: string | null;
  readonly shippedAt: Date | null;
}

export interface OrderRefused {
  readonly reason:
    | 'already_shipped'
    | 'canceled'
    | 'pending'
    | 'cancel_requested'
    | 'started_by_other'
    | 'already_answered'
    | 'confirm_under_way'
    | 'already_confirmed';
  readonly message: string;
  /** The person who was faster, if any. */
  readonly details?: OrderRefusal;
}

export function refused({ message, ...extra }: OrderRefused): AppError {
  return new AppError('conflict', message, extra);
}

/** @throws AppError with the reason why this person may not ship the order now */
export function ensureShippable(order: PackableOrder, actorId: number, now: Date): void {
  const refusal = refuseShipping(order, actorId, now);
  if (refusal !== undefined) throw refused(refusal);
}

/** @throws AppError when the unit is shipped already */
export function ensureNotShipped({ state, shippedByName, shippedAt }: { state: string; shippedByName: string | null; shippedAt: Date | null }): void {
  if (state === 'SHIPPED') throw refused(shippedRefusal(shippedByName, shippedAt));
}

/** Returns why this person may not ship the order now; undefined when they may. The message has times in UTC; pages format `details` in local time. */
export function refuseShipping(order: PackableOrder, actorId: number, now: Date): OrderRefused | undefined {
  const { status, localState } = order;
  if (isShippedOutside(order)) return shippedOutsideRefusal();
  if (localState === 'CANCELED' || (status === 'CANCELLED' && localState === 'OPEN')) return { reason: 'canceled', message: 'The order is canceled' };
  if (localState !== 'OPEN') return shippedRefusal(order.shippedByName, order.shippedAt);
  if (status === 'PENDING') return { reason: 'pending', message: 'The order is pending: the payment is not complete yet' };
  if (isCancelOpen(order)) return { reason: 'cancel_requested', message: 'The buyer asks to cancel. Answer the request first' };
  return isHeldByOther(order, actorId, now) ? startedRefusal(order) : undefined;
}

/** Whether the marketplace reports the order as shipped, although it was not shipped here. */
export function isShippedOutside({ status, localState }: Pick<PackableOrder, 'status' | 'localState'>): boolean {
  return status === 'SHIPPED' && (localState === 'OPEN' || localState === 'CANCELED');
}

export function shippedOutsideRefusal(): OrderRefused {
  return { reason: 'already_shipped', message: 'Amazon reports the order as shipped' };
}

export function startedRefusal({ startedByName, startedAt }: Pick<PackableOrder, 'startedByName' | 'startedAt'>): OrderRefused {
  return fasterRefusal({ did: 'STARTED', by: startedByName, at: startedAt && utcText(startedAt) });
}

export function shippedRefusal(by: string | null, at: Date | null): OrderRefused {
  return fasterRefusal({ did: 'SHIPPED', by, at: at && utcText(at) });
}

export function answeredRefusal(answer: CancelAnswer, by: string | null, at: Date | null): OrderRefused {
  return fasterRefusal({ did: `ANSWERED_${answer}`, by, at: at && utcText(at) });
}

const FASTER_REASONS = {
  SHIPPED: 'already_shipped',
  STARTED: 'started_by_other',
  ANSWERED_SHIP: 'already_answered',
  ANSWERED_CANCEL: 'already_answered',
} as const;

function fasterRefusal(details: OrderRefusal): OrderRefused {
  const message = `${DID_TEXTS[details.did]} by ${details.by ?? 'another person'}${details.at === null ? '' : ` at ${details.at} UTC`}`;
  return { reason: FASTER_REASONS[details.did], message, details };
}

/** Whether the buyer asks to cancel, and the request has no answer yet. */
export function isCancelOpen({ isCancelRequested, cancelAnswer }: { readonly isCancelRequested: boolean; readonly cancelAnswer: string | null }): boolean {
  return isCancelRequested && cancelAnswer === null;
}

/** Whether another packer started the order within the last hour. */
export function isHeldByOther({ startedBy, startedAt }: Pick<PackableOrder, 'startedBy' | 'startedAt'>, actorId: number, now: Date): boolean {
  if (startedBy === null || startedBy === actorId || startedAt === null) return false;
  return now.getTime() - startedAt.getTime() < START_HOLDS_MINUTES * MINUTE_MS;
}

/** Returns why shipping cannot be undone: the marketplace knows of the shipment, or may know of it. @param isPartlyConfirmed whether it knows of some boxes */
export function refuseUndo({ status, localState }: Pick<PackableOrder, 'status' | 'localState'>, isPartlyConfirmed: boolean): OrderRefused | undefined {
  if (localState === 'CONFIRMING') return { reason: 'confirm_under_way', message: 'Amazon is being notified right now' };
  if (localState === 'CONFIRMED' || isPartlyConfirmed) {
    return { reason: 'already_confirmed', message: 'Amazon already knows of the shipment. Units that come back are returns' };
  }
  if (status === 'SHIPPED') return { reason: 'already_confirmed', message: 'Amazon reports the order as shipped. Units that come back are returns' };
  return undefined;
}

/** After this many failed attempts a person is notified. The attempts continue. */
export const FAILING_ATTEMPTS = 3;

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = HOUR_MS;

/** The pause after this many failed attempts to confirm a shipment. */
export function confirmPauseMs(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
}

/** The address of an order's page. */
export function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}
