import { APPROVAL_DOLLARS, APPROVAL_UNITS, COUNT_LOCK_MS, type CountState } from '@stowage/contract/inventory/counts';

export type CountAct = 'count' | 'submit' | 'recount' | 'review' | 'post' | 'cancel';

const MOVES: Readonly<Record<CountAct, Partial<Record<CountState, CountState>>>> = {
  count: { OPEN: 'COUNTING', COUNTING: 'COUNTING', RECOUNT: 'RECOUNT' },
  submit: { COUNTING: 'SUBMITTED', RECOUNT: 'REVIEW' },
  recount: { SUBMITTED: 'RECOUNT', REVIEW: 'RECOUNT' },
  review: { SUBMITTED: 'REVIEW' },
  post: { REVIEW: 'POSTED' },
  cancel: { OPEN: 'CANCELED', COUNTING: 'CANCELED', SUBMITTED: 'CANCELED', RECOUNT: 'CANCELED', REVIEW: 'CANCELED' },
};

/** @returns the state that an act leads to, or undefined where it is not possible */
export function nextState(state: CountState, act: CountAct): CountState | undefined {
  return MOVES[act][state];
}

/** Whether the numbers of the books are kept from everybody, because somebody counts blind. */
export function isHidden({ state, isBlind }: { readonly state: CountState; readonly isBlind: boolean }): boolean {
  return isBlind && nextState(state, 'count') !== undefined;
}

export interface Hold {
  readonly userId: number;
  readonly device: string;
  readonly heldAt: Date;
}

/** Whether a hold still keeps others out; one that nobody confirms runs out. */
export function isHeld(hold: Hold | undefined, now: Date): hold is Hold {
  return hold !== undefined && now.getTime() - hold.heldAt.getTime() < COUNT_LOCK_MS;
}

export interface Counter {
  readonly userId: number;
  readonly mayApprove: boolean;
}

/** @returns why this person may not count right now, or undefined when they may */
export function refuseCounter(
  count: { readonly state: CountState; readonly assigneeId: number | null; readonly countedBefore: readonly number[]; readonly hold: Hold | undefined },
  { userId, mayApprove }: Counter,
  now: Date,
): 'not_counting' | 'counted_before' | 'assigned_to_other' | 'held_by_other' | undefined {
  if (nextState(count.state, 'count') === undefined) return 'not_counting';
  // Who counted wrong once counts wrong again.
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

/** Added up over the count: whoever may not write off twenty units may not write them off in ten lines either. */
export function needsApproval({ missing, surplus, value }: Differences): boolean {
  return missing + surplus > APPROVAL_UNITS || value > APPROVAL_DOLLARS;
}

/**
 * Whether a person must look at a line: it differs, its stock moved since the count was started, and nobody has
 * looked since. What moved before the line was counted is in `booked` and explains itself, yet a unit may have been
 * moved between two beeps of the same line.
 */
export function needsLook(line: {
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
