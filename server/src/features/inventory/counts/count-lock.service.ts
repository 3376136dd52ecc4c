import type { CountState } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { StockWorker } from '../stock-worker.rules.ts';
import { type Count, lockCount, setHold, setState } from './count.repository.ts';
import { type CountAction, nextState, refuseCounter } from './count.rules.ts';
import { unifyLines } from './known-lines.service.ts';

/** Runs `work` in a transaction that locks the count, whose listings have one line in each location. @throws AppError `not_found` */
export async function withLockedCount<T>(db: DatabasePool, id: number, work: (tx: DatabaseTransaction, count: Count) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const count = await lockCount(tx, id);
    if (count === undefined) throw new AppError('not_found', `There is no count ${id}`);
    await unifyLines(tx, count);
    return work(tx, count);
  });
}

/** @returns the count's state after the action; @throws AppError `wrong_state` */
export function stateAfter(count: Count, action: CountAction): CountState {
  const next = nextState(count.state, action);
  if (next === undefined) throw new AppError('conflict', `The count is ${STATE_WORDS[count.state]}`, { reason: 'wrong_state' });
  return next;
}

const STATE_WORDS: Readonly<Record<CountState, string>> = {
  OPEN: 'not started yet',
  COUNTING: 'still being counted',
  SUBMITTED: 'submitted, but not under review yet',
  RECOUNT: 'being recounted',
  REVIEW: 'under review',
  POSTED: 'already posted',
  CANCELED: 'canceled',
};

const REFUSALS = {
  not_counting: 'This count is no longer being counted',
  counted_before: 'You have counted this before. A recount needs another person.',
  assigned_to_other: 'This count is assigned to another person',
  held_by_other: 'Another person is counting this right now',
} as const;

/**
 * Lets one person count and keeps others out; the first entry starts the count.
 * @param device the counting device; without it, the device of the person's current hold
 */
export async function holdCount(tx: DatabaseTransaction, count: Count, counter: StockWorker, { now, device }: { now: Date; device?: string }): Promise<void> {
  const refusal = refuseCounter(count, counter, now);
  if (refusal !== undefined) throw new AppError(refusal === 'assigned_to_other' ? 'forbidden' : 'conflict', REFUSALS[refusal], { reason: refusal });
  const currentDevice = count.hold?.userId === counter.userId ? count.hold.device : 'unknown device';
  await setHold(tx, count.id, { userId: counter.userId, device: device ?? currentDevice, heldAt: now });
  const state = stateAfter(count, 'count');
  if (state !== count.state) await setState(tx, count.id, state);
}
