import { jobsTopic, STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import { AppError } from '../../platform/app-error.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { Clock } from '../../platform/clock.ts';
import { type DatabasePool, violatesUnique } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { finishRun, freeKey, insertRun, isHeld, listKinds, listOpen, lockRun, reopenRun, requestCancel, unqueueRun } from './job-run.repository.ts';

export interface JobService {
  /** Starts a job, or finds the one of its kind that is open. @returns the run's id */
  start(kind: string, requestedBy: number | null): Promise<number>;
  /** Starts every job that a person may start, in their order. */
  startAll(requestedBy: number | null): Promise<void>;
  /** Starts those of them that have never run: what a new installation does by itself. */
  startFirstRuns(): Promise<void>;
  /** Asks all open runs of these kinds to stop, and makes room for new ones at once. */
  replaceOpen(kinds: readonly string[]): Promise<void>;
  /** @throws AppError `conflict` with `not_over` or `already_open` */
  retry(id: number): Promise<void>;
  /** @throws AppError `conflict` with `already_over` */
  cancel(id: number): Promise<void>;
}

export function createJobService({ db, clock, topics }: { db: DatabasePool; clock: Clock; topics: Topics }): JobService {
  const start = async (kind: string, requestedBy: number | null) => {
    const { id, isNew } = await db.transaction().execute((tx) => insertRun(tx, { kind, key: kind, payload: {}, requestedBy }));
    if (isNew) topics.publish(jobsTopic, { id, state: 'QUEUED' });
    return id;
  };
  const cancel = async (id: number) => {
    const state = await db.transaction().execute(async (tx) => {
      const run = await lockRun(tx, id);
      if (run === undefined) throw new AppError('not_found', 'There is no such job');
      if (!run.isOpen) throw new AppError('conflict', 'This job is over', { reason: 'already_over' });
      await requestCancel(tx, id);
      await writeAuditEntry(tx, { action: 'CANCELED', record: { kind: 'job_runs', id }, before: { state: run.state } });
      // Nobody is there to hear of it when the process that worked on it was killed.
      if (run.state === 'RUNNING' && (await isHeld(tx, id))) return 'RUNNING';
      await unqueueRun(tx, id);
      await finishRun(tx, id, { state: 'CANCELLED', error: null, now: clock.now() });
      return 'CANCELLED';
    });
    topics.publish(jobsTopic, { id, state });
  };
  return {
    start,
    cancel,

    async replaceOpen(kinds) {
      for (const id of await listOpen(db, kinds)) {
        await freeKey(db, id);
        await cancel(id).catch((error: unknown) => {
          // It ended by itself meanwhile.
          if (!(error instanceof AppError && error.code === 'conflict')) throw error;
        });
      }
    },

    async startAll(requestedBy) {
      for (const kind of Object.keys(STARTABLE_JOBS)) await start(kind, requestedBy);
    },

    async startFirstRuns() {
      const known = await listKinds(db);
      for (const kind of Object.keys(STARTABLE_JOBS)) if (!known.has(kind)) await start(kind, null);
    },

    async retry(id) {
      await db
        .transaction()
        .execute(async (tx) => {
          const run = await lockRun(tx, id);
          if (run === undefined) throw new AppError('not_found', 'There is no such job');
          if (run.state !== 'FAILED' && run.state !== 'CANCELLED')
            throw new AppError('conflict', 'Only a failed or cancelled job can be run again', { reason: 'not_over' });
          await reopenRun(tx, id);
          await writeAuditEntry(tx, { action: 'RETRIED', record: { kind: 'job_runs', id }, before: { state: run.state } });
        })
        .catch((error: unknown) => {
          if (!violatesUnique(error, 'job_runs_open_key')) throw error;
          throw new AppError('conflict', 'Another job of this kind is open already', { reason: 'already_open' });
        });
      topics.publish(jobsTopic, { id, state: 'QUEUED' });
    },
  };
}
