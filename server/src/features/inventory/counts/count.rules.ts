import { COUNT_LOCK_MS } from '@stowage/contract/inventory/count-entry';
import { APPROVAL_DOLLARS, APPROVAL_UNITS } from '@stowage/contract/inventory/count-review';
import type { CountState } from '@stowage/contract/inventory/counts';
import type { StockWorker } from '../stock-worker.rules.ts';

export type CountAction = 'count' | 'submit' | 'recount' | 'review' | 'post' | 'cancel';

const TRANSITIONS: Readonly<Record<CountAction, Partial<Record<CountState, CountState>>>> = {
  count: { OPEN: 'COUNTING', COUNTING: 'COUNTING', RECOUNT: 'RECOUNT' },
  submit: { COUNTING: 'SUBMITTED', RECOUNT: 'REVIEW' },
  recount: { SUBMITTED: 'RECOUNT', REVIEW: 'RECOUNT' },
  review: { SUBMITTED: 'REVIEW' },
  post: { REVIEW: 'POSTED' },
  cancel: { OPEN: 'CANCELED', COUNTING: 'CANCELED', SUBMITTED: 'CANCELED', RECOUNT: 'CANCELED', REVIEW: 'CANCELED' },
};

/** @returns the state after an action, or undefined if the state doesn't allow it */
export function nextState(state: CountState, action: CountAction): CountState | undefined {
  return TRANSITIONS[action][state];
}

/** Whether the booked quantities are hidden from everyone because a blind count is in progress. */
export function hidesBooked({ state, isBlind }: { readonly state: CountState; readonly isBlind: boolean }): boolean {
  return isBlind && nextState(state, 'count') !== undefined;
}

export interface Hold {
  readonly userId: number;
  readonly device: string;
  readonly heldAt: Date;
}

/** Whether a hold still keeps others out. It expires without a heartbeat. */
export function isHeld(hold: Hold | undefined, now: Date): hold is Hold {
  return hold !== undefined && now.getTime() - hold.heldAt.getTime() < COUNT_LOCK_MS;
}

/** @returns why this person can't count right now, or undefined if they can */
export function refuseCounter(
  count: { readonly state: CountState; readonly assigneeId: number | null; readonly countedBefore: readonly number[]; readonly hold: Hold | undefined },
  { userId, mayApprove }: StockWorker,
  now: Date,
): 'not_counting' | 'counted_before' | 'assigned_to_other' | 'held_by_other' | undefined {
  if (nextState(count.state, 'count') === undefined) return 'not_counting';
  // A person tends to repeat their own counting mistake.
  if (count.countedBefore.includes(userId)) return 'counted_before';
  if (count.assigneeId !== null && count.assigneeId !== userId && !mayApprove) return 'assigned_to_other';
  return isHeld(count.hold, now) && count.hold.userId !== userId ? 'held_by_other' : undefined;
}

export interface Differences {
  readonly missing: number;
  readonly surplus: number;
  /** Dollars, both ways added up. */
  readonly value: number;
}

/** The limit is for the whole count, so that a large difference can't be split into small lines. */
export function needsApproval({ missing, surplus, value }: Differences): boolean {
  return missing + surplus > APPROVAL_UNITS || value > APPROVAL_DOLLARS;
}

/**
 * Whether a person must accept a line's difference: its stock moved since the count started, and nobody has accepted
 * it since. `booked` includes the movements before the line was counted, but a unit can move between two scans of the line.
 */
export function needsReview(line: {
  readonly expected: number;
  readonly booked: number;
  readonly counted: number;
  readonly onHand: number;
  readonly reviewedOnHand: number | null;
}): boolean {
  return line.counted !== line.booked && hasMoved(line) && line.reviewedOnHand !== line.onHand;
}

export function hasMoved({ expected, booked, onHand }: { readonly expected: number; readonly booked: number | null; readonly onHand: number }): boolean {
  return onHand !== expected || (booked !== null && booked !== expected);
}
