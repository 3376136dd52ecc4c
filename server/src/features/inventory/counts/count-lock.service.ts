import type { CountState } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type Count, lockCount, setHold, setState } from './count.repository.ts';
import { type CountAct, type Counter, nextState, refuseCounter } from './count.rules.ts';

/** Does something with a count while nobody else does. @throws AppError `not_found` */
export async function withLockedCount<T>(db: DatabasePool, id: number, work: (tx: DatabaseTransaction, count: Count) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const count = await lockCount(tx, id);
    if (count === undefined) throw new AppError('not_found', `There is no count ${id}`);
    return work(tx, count);
  });
}

/** @returns the state that the act leads to; @throws AppError `wrong_state` */
export function stateAfter(count: Count, act: CountAct): CountState {
  const next = nextState(count.state, act);
  if (next === undefined) throw new AppError('conflict', `The count is ${STATE_WORDS[count.state]}`, { reason: 'wrong_state' });
  return next;
}

const STATE_WORDS: Readonly<Record<CountState, string>> = {
  OPEN: 'not begun yet',
  COUNTING: 'still being counted',
  SUBMITTED: 'handed in',
  RECOUNT: 'being counted again',
  REVIEW: 'under review',
  POSTED: 'posted already',
  CANCELED: 'canceled',
};

const REFUSALS = {
  not_counting: 'This count is not being counted any more',
  counted_before: 'You have counted this before. A recount needs another person.',
  assigned_to_other: 'This count is assigned to somebody else',
  held_by_other: 'Somebody else is counting this right now',
} as const;

/**
 * Makes sure that this person counts now, and nobody else: the first act of counting begins the count.
 * @param device keeps the one that the person counts on already when left out
 */
export async function holdCount(tx: DatabaseTransaction, count: Count, counter: Counter, { now, device }: { now: Date; device?: string }): Promise<void> {
  const refusal = refuseCounter(count, counter, now);
  if (refusal !== undefined) throw new AppError(refusal === 'assigned_to_other' ? 'forbidden' : 'conflict', REFUSALS[refusal], { reason: refusal });
  const kept = count.hold?.userId === counter.userId ? count.hold.device : 'unknown device';
  await setHold(tx, count.id, { userId: counter.userId, device: device ?? kept, heldAt: now });
  const state = stateAfter(count, 'count');
  if (state !== count.state) await setState(tx, count.id, state);
}
