import { INDEX_JOBS } from '@stowage/contract/index-advisor/index-advisor';
import { jobsTopic, STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import { AppError } from '../../platform/app-error.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { Context } from '../../platform/context.ts';
import { violatesUnique } from '../../platform/database/connection/connect.ts';
import { type Caller, requirePermitted } from '../../platform/http/caller.ts';
import { finishRun, freeKey, isExecuting, listKinds, listOpen, lockRun, reopenRun, requestCancel, unqueueRun } from './job-run.repository.ts';
import { openRun } from './job-run.service.ts';

export type JobService = ReturnType<typeof createJobService>;

export function createJobService({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>) {
  /** Starts a job, or finds the open one of its kind. @returns the run's id */
  const start = async (kind: string, requestedBy: number | null): Promise<number> => {
    const { id, isNew } = await db.transaction().execute((tx) => openRun(tx, { kind, key: kind, payload: {}, requestedBy }));
    if (isNew) topics.publish(jobsTopic, { id, state: 'QUEUED' });
    return id;
  };
  /** @throws AppError `conflict` with `already_over` */
  const cancel = async (id: number): Promise<void> => {
    const state = await db.transaction().execute(async (tx) => {
      const run = await lockRun(tx, id);
      if (run === undefined) throw new AppError('not_found', 'There is no such job');
      if (!run.isOpen) throw new AppError('conflict', 'This job has already ended', { reason: 'already_over' });
      await requestCancel(tx, id);
      await writeAuditEntry(tx, { action: 'CANCELED', record: { kind: 'job_runs', id }, before: { state: run.state } });
      // A live process stops the run itself; after a killed one it is ended here.
      if (run.state === 'RUNNING' && (await isExecuting(tx, id))) return 'RUNNING';
      await unqueueRun(tx, id);
      await finishRun(tx, id, { state: 'CANCELLED', error: null, now: clock.now() });
      return 'CANCELLED';
    });
    topics.publish(jobsTopic, { id, state });
  };
  return {
    start,
    cancel,

    /** Cancels all open runs of the kinds, so that new ones can start at once. */
    async replaceOpen(kinds: readonly string[]): Promise<void> {
      for (const id of await listOpen(db, kinds)) {
        await freeKey(db, id);
        await cancel(id).catch((error: unknown) => {
          // The run has ended meanwhile.
          if (!(error instanceof AppError && error.code === 'conflict')) throw error;
        });
      }
    },

    /** Starts every job of `STARTABLE_JOBS`, in their order. */
    async startAll(requestedBy: number | null): Promise<void> {
      for (const kind of Object.keys(STARTABLE_JOBS)) await start(kind, requestedBy);
    },

    /** Starts the jobs that have never run, for a new installation. */
    async startFirstRuns(): Promise<void> {
      const known = await listKinds(db);
      for (const kind of Object.keys(STARTABLE_JOBS)) if (!known.has(kind)) await start(kind, null);
    },

    /** @throws AppError `conflict` with `not_over` or `already_open`, and `forbidden` for a job that the person may not start */
    async retry(id: number, { roles }: Pick<Caller, 'roles'>): Promise<void> {
      await db
        .transaction()
        .execute(async (tx) => {
          const run = await lockRun(tx, id);
          if (run === undefined) throw new AppError('not_found', 'There is no such job');
          if (run.kind in INDEX_JOBS) requirePermitted(roles, 'indexes.manage');
          if (run.state !== 'FAILED' && run.state !== 'CANCELLED')
            throw new AppError('conflict', 'Only a failed or canceled job can be run again', { reason: 'not_over' });
          await reopenRun(tx, id);
          await writeAuditEntry(tx, { action: 'RETRIED', record: { kind: 'job_runs', id }, before: { state: run.state } });
        })
        .catch((error: unknown) => {
          if (!violatesUnique(error, 'job_runs_open_key')) throw error;
          throw new AppError('conflict', 'Another job of this kind is already open', { reason: 'already_open' });
        });
      topics.publish(jobsTopic, { id, state: 'QUEUED' });
    },
  };
}
