import { START_HOLDS_MINUTES } from '@stowage/contract/orders';
import { utcText } from '../../platform/utc-text.ts';

/** What decides whether an order may be packed. */
export interface PackableOrder {
  readonly status: string;
  readonly localState: string;
  readonly isCancelRequested: boolean;
  readonly cancelAnswer: string | null;
  readonly startedBy: number | null;
  readonly startedByName: string | null;
  readonly startedAt: Date | null;
  readonly shippedByName: string | null;
  readonly shippedAt: Date | null;
}

export interface ShippingRefusal {
  readonly reason: 'already_shipped' | 'canceled' | 'pending' | 'cancel_requested' | 'started_by_other';
  readonly message: string;
}

interface UndoRefusal {
  readonly reason: 'confirm_under_way' | 'already_confirmed';
  readonly message: string;
}

/** Why this person may not ship the order now; undefined when they may. Times are told in UTC; pages show their own. */
export function refuseShipping(order: PackableOrder, actorId: number, now: Date): ShippingRefusal | undefined {
  const { status, localState } = order;
  if (localState === 'CANCELED' || (status === 'CANCELLED' && localState === 'OPEN')) return { reason: 'canceled', message: 'The order is canceled' };
  if (localState !== 'OPEN') return { reason: 'already_shipped', message: shippedText(order.shippedByName, order.shippedAt) };
  if (status === 'SHIPPED') return { reason: 'already_shipped', message: 'The marketplace says that the order is shipped' };
  if (status === 'PENDING') return { reason: 'pending', message: 'The order is pending: its payment has yet to come through' };
  if (isCancelOpen(order)) return { reason: 'cancel_requested', message: 'The buyer asks to cancel: answer that first' };
  if (isHeldByOther(order, actorId, now)) {
    return { reason: 'started_by_other', message: `Started by ${order.startedByName} at ${order.startedAt && utcText(order.startedAt)} UTC` };
  }
  return undefined;
}

/** The buyer asks to cancel, and nobody has answered. */
export function isCancelOpen({ isCancelRequested, cancelAnswer }: Pick<PackableOrder, 'isCancelRequested' | 'cancelAnswer'>): boolean {
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

export function shippedText(name: string | null, at: Date | null): string {
  return `Shipped by ${name ?? 'somebody'}${at === null ? '' : ` at ${utcText(at)} UTC`}`;
}

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
