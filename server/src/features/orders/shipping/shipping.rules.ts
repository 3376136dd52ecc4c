import { START_HOLDS_MINUTES } from '@stowage/contract/orders/order-packing';
import type { OrderRefusal } from '@stowage/contract/orders/order-refusal';
import { AppError } from '../../../platform/app-error.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

/** To a buyer who asks to cancel. */
export type CancelAnswer = 'SHIP' | 'CANCEL';

/** What decides whether an order may be packed. */
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

export interface ShippingRefusal {
  readonly reason: 'already_shipped' | 'canceled' | 'pending' | 'cancel_requested' | 'started_by_other' | 'already_answered';
  readonly message: string;
  /** Who was faster, where somebody was. */
  readonly details?: OrderRefusal;
}

/** As whoever is refused hears it. */
export function refused({ message, ...extra }: ShippingRefusal): AppError {
  return new AppError('conflict', message, extra);
}

interface UndoRefusal {
  readonly reason: 'confirm_under_way' | 'already_confirmed';
  readonly message: string;
}

/** Why this person may not ship the order now; undefined when they may. Times are told in UTC; pages show their own. */
export function refuseShipping(order: PackableOrder, actorId: number, now: Date): ShippingRefusal | undefined {
  const { status, localState } = order;
  if (isShippedElsewhere(order)) return shippedElsewhereRefusal();
  if (localState === 'CANCELED' || (status === 'CANCELLED' && localState === 'OPEN')) return { reason: 'canceled', message: 'The order is canceled' };
  if (localState !== 'OPEN') return shippedRefusal(order.shippedByName, order.shippedAt);
  if (status === 'PENDING') return { reason: 'pending', message: 'The order is pending: its payment has yet to come through' };
  if (isCancelOpen(order)) return { reason: 'cancel_requested', message: 'The buyer asks to cancel: answer that first' };
  return isHeldByOther(order, actorId, now) ? startedRefusal(order) : undefined;
}

/** The marketplace says that it is shipped, and nothing of that was done here. */
export function isShippedElsewhere({ status, localState }: Pick<PackableOrder, 'status' | 'localState'>): boolean {
  return status === 'SHIPPED' && (localState === 'OPEN' || localState === 'CANCELED');
}

/** That it is shipped, and not by somebody here. */
export function shippedElsewhereRefusal(): ShippingRefusal {
  return { reason: 'already_shipped', message: 'The marketplace says that the order is shipped' };
}

/** That somebody else packs it. */
export function startedRefusal({ startedByName, startedAt }: Pick<PackableOrder, 'startedByName' | 'startedAt'>): ShippingRefusal {
  return wasFaster({ did: 'STARTED', by: startedByName, at: startedAt && utcText(startedAt) });
}

/** That somebody shipped it. */
export function shippedRefusal(by: string | null, at: Date | null): ShippingRefusal {
  return wasFaster({ did: 'SHIPPED', by, at: at && utcText(at) });
}

/** That somebody else answered the buyer. */
export function answeredRefusal(answer: CancelAnswer, by: string | null, at: Date | null): ShippingRefusal {
  return wasFaster({ did: `ANSWERED_${answer}`, by, at: at && utcText(at) });
}

const DID = {
  SHIPPED: ['already_shipped', 'Shipped'],
  STARTED: ['started_by_other', 'Started'],
  ANSWERED_SHIP: ['already_answered', 'Answered with “Ship all the same”'],
  ANSWERED_CANCEL: ['already_answered', 'Answered with “Cancel the order here”'],
} as const;

function wasFaster(details: OrderRefusal): ShippingRefusal {
  const [reason, done] = DID[details.did];
  return { reason, message: `${done} by ${details.by ?? 'somebody'}${details.at === null ? '' : ` at ${details.at} UTC`}`, details };
}

/** The buyer asks to cancel, and nobody has answered. */
export function isCancelOpen({ isCancelRequested, cancelAnswer }: { readonly isCancelRequested: boolean; readonly cancelAnswer: string | null }): boolean {
  return isCancelRequested && cancelAnswer === null;
}

/** Somebody else packs it, or did a short while ago. */
export function isHeldByOther({ startedBy, startedAt }: Pick<PackableOrder, 'startedBy' | 'startedAt'>, actorId: number, now: Date): boolean {
  if (startedBy === null || startedBy === actorId || startedAt === null) return false;
  return now.getTime() - startedAt.getTime() < START_HOLDS_MINUTES * 60_000;
}

/** Why shipping cannot be undone, where the marketplace knows or may know of it. @param isPartlyTold of several boxes it knows of some */
export function refuseUndo({ status, localState }: Pick<PackableOrder, 'status' | 'localState'>, isPartlyTold: boolean): UndoRefusal | undefined {
  if (localState === 'CONFIRMING') return { reason: 'confirm_under_way', message: 'The marketplace is being told at this moment' };
  if (localState === 'CONFIRMED' || isPartlyTold)
    return { reason: 'already_confirmed', message: 'The marketplace was told already: what comes back is a return' };
  if (status === 'SHIPPED') return { reason: 'already_confirmed', message: 'The marketplace says that the order is shipped: what comes back is a return' };
  return undefined;
}

/** After so many attempts that came to nothing somebody has to look, though it is tried again. */
export const FAILING_ATTEMPTS = 3;

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/** How long to wait after so many failed attempts to tell the marketplace. */
export function confirmPauseMs(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
}

/** Where an order is in the product. */
export function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}
