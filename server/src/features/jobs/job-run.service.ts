import { jobsTopic } from '@stowage/contract/jobs/jobs';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import * as runs from './job-run.repository.ts';

/** Queues a run of a job unless one with this key is open. @returns the id of the new or the open run */
export async function openRun(tx: Database, run: runs.NewRun): Promise<{ id: number; isNew: boolean }> {
  const added = await runs.insertRun(tx, run);
  if (added !== undefined) {
    await runs.queueRun(tx, added, run.inMs ?? 0);
    return { id: added, isNew: true };
  }
  const open = await runs.findOpenRun(tx, run.key);
  // The open run ended between the two statements.
  return open === undefined ? openRun(tx, run) : { id: open, isNew: false };
}

/** Whether a job of this kind waits or runs. */
export async function isKindOpen(db: Database, kind: string): Promise<boolean> {
  return (await runs.listOpen(db, [kind])).length > 0;
}

/** Ends the pause of a waiting run. Does not affect a running one. */
export function wakeRun(db: Database, id: number): Promise<void> {
  return runs.wakeRun(db, id);
}

interface FirstWork {
  /** Does the next part of the work. @returns undefined when there was none */
  readonly step: () => Promise<{ readonly isOver: boolean } | undefined>;
  /** How long the call works itself; 0 when there is too much for it. */
  readonly forMs: number;
}

/** Does a run's work in the call that queued it, until it is over or the time is up. Then the run begins. */
export async function workAhead({ db, topics }: Pick<Context, 'db' | 'topics'>, id: number, { step, forMs }: FirstWork): Promise<void> {
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    const progress = await step();
    if (progress === undefined || progress.isOver) return;
  }
  await runs.wakeRun(db, id);
  topics.publish(jobsTopic, { id, state: 'QUEUED' });
}

/** Ends the pause of the run that waits for a report of the marketplace. */
export async function wakeRunOfReport(db: Database, reportId: string): Promise<void> {
  for (const id of await runs.listOpenWithMemory(db, { reportId })) await runs.wakeRun(db, id);
}

/** Ends the pauses of the open runs of a kind. */
export async function wakeKind(db: Database, kind: string): Promise<void> {
  for (const id of await runs.listOpen(db, [kind])) await runs.wakeRun(db, id);
}

/** When the last run of a kind was requested that is open or succeeded; undefined before the first. */
export function lastRunAt(db: Database, kind: string): Promise<Date | undefined> {
  return runs.findLastRequest(db, kind);
}

/** Deletes a run that never began, because its work is done. Does not affect any other run. */
export async function discardRun(tx: Database, id: number): Promise<void> {
  if (await runs.deleteUnstarted(tx, id)) await runs.unqueueRun(tx, id);
}

/** Allows the next run with the key of an open one, whose work is done in the caller's transaction. */
export async function allowNextRun(tx: Database, id: number): Promise<void> {
  await runs.freeKey(tx, id);
}
