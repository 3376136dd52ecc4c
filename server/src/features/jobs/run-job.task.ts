import { messageOf } from '@stowage/contract/errors';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { type JobState, jobsTopic } from '@stowage/contract/jobs/jobs';
import * as z from 'zod';
import { actingAs } from '../../platform/audit/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import type { JobService } from './job.service.ts';
import { type Job, JobCanceledError, type JobContext, type JobEnd, JobImpossibleError, type JobProgress, JobStoppedError } from './job.ts';
import { finishAndNotify } from './job-end.service.ts';
import { failurePauseMs } from './job-failure.rules.ts';
import {
  deleteRunsBefore,
  finishRun,
  insertLines,
  isCancelRequested,
  type OpenRun,
  pauseRun,
  RUN_JOB_TASK,
  saveMemory,
  saveProgress,
  startRun,
} from './job-run.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly jobs: readonly Job[];
}

const WRITE_EVERY_MS = 250;
/** How often a run checks whether it was canceled. */
const CANCEL_CHECK_MS = 1_000;
const RETENTION_MS = 90 * DAY_MS;

/** Executes a run. Ignores an ended run, so a repeated delivery is harmless. */
export function runJobTask(deps: Dependencies): Task<z.ZodObject<{ runId: z.ZodNumber }>> {
  const { db, clock, logger, topics, jobs } = deps;
  return {
    name: RUN_JOB_TASK,
    isUrgent: true,
    payload: z.object({ runId: z.number() }),
    run: async ({ runId }, stopping) => {
      const run = await startRun(db, runId, clock.now());
      if (run === undefined) return;
      const publish = (state: JobState) => topics.publish(jobsTopic, { id: runId, state });
      publish('RUNNING');
      const ending = watchForAbort(deps, runId, stopping);
      const context = createContext(deps, run, ending.signal);
      try {
        if (run.cancel_requested) throw new JobCanceledError();
        ending.signal.throwIfAborted();
        const job = jobs.find(({ kind }) => kind === run.kind);
        if (job === undefined) throw new JobImpossibleError(`This version does not know jobs of the kind ${run.kind}`);
        const payload = job.payload?.parse(run.payload);
        const end = await actingAs({ userId: run.requested_by, requestId: `job-${runId}` }, () => job.run(payload, context));
        await context.flush();
        if (end === undefined) await finishAndNotify(db, { run, title: job.title, state: 'DONE', error: null, now: clock.now() });
        else {
          const failures = end.hasProgressed ? 0 : run.failures;
          const pause = { state: stateOf(end), inMs: end.againInMs, failures, error: null } as const;
          if (await db.transaction().execute((tx) => pauseRun(tx, runId, pause))) throw new JobCanceledError();
        }
        publish(end === undefined ? 'DONE' : stateOf(end));
      } catch (thrown) {
        await context.written();
        // After an abort, the reason of the abort counts, not the error that it caused.
        const error = ending.signal.aborted ? ending.signal.reason : thrown;
        publish(await handleFailure(deps, run, error));
        logger.warn({ runId, kind: run.kind, err: error instanceof Error ? { name: error.name, message: error.message } : error }, 'a job did not finish');
      } finally {
        ending.close();
      }
    },
  };
}

function stateOf({ isDueLater = false }: NonNullable<JobEnd>): 'QUEUED' | 'WAITING' {
  return isDueLater ? 'QUEUED' : 'WAITING';
}

/** Creates a signal that aborts when the process stops or the run is canceled. */
function watchForAbort({ db, logger }: Pick<Dependencies, 'db' | 'logger'>, runId: number, stopping: AbortSignal): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const onStop = () => controller.abort(new JobStoppedError());
  if (stopping.aborted) onStop();
  stopping.addEventListener('abort', onStop);
  const check = async () => {
    if (await isCancelRequested(db, runId)) controller.abort(new JobCanceledError());
  };
  const timer = setInterval(
    () => void check().catch((err: unknown) => logger.warn({ err, runId }, 'failed to check whether a job was canceled')),
    CANCEL_CHECK_MS,
  );
  return {
    signal: controller.signal,
    close() {
      clearInterval(timer);
      stopping.removeEventListener('abort', onStop);
    },
  };
}

/** Schedules another attempt with a growing delay, or ends the run. @returns the new state of the run */
async function handleFailure(deps: Dependencies, run: OpenRun, error: unknown): Promise<JobState> {
  const { db, clock } = deps;
  const now = clock.now();
  if (error instanceof JobCanceledError) {
    await finishRun(db, run.id, { state: 'CANCELLED', error: null, now });
    return 'CANCELLED';
  }
  if (error instanceof JobStoppedError) {
    const pause = { state: 'QUEUED', inMs: 0, failures: run.failures, error: null } as const;
    return pausedOrCanceled(deps, run, pause);
  }
  const message = messageOf(error);
  const inMs = error instanceof JobImpossibleError ? undefined : failurePauseMs(run.failures + 1, Math.random());
  await insertLines(db, run.id, 'WARN', [message]);
  if (inMs === undefined) {
    const title = deps.jobs.find(({ kind }) => kind === run.kind)?.title ?? run.kind;
    await finishAndNotify(db, { run, title, state: 'FAILED', error: message, now });
    return 'FAILED';
  }
  const pause = { state: 'QUEUED', inMs, failures: run.failures + 1, error: message } as const;
  return pausedOrCanceled(deps, run, pause);
}

async function pausedOrCanceled(deps: Dependencies, run: OpenRun, pause: Parameters<typeof pauseRun>[2]): Promise<JobState> {
  const isCanceled = await deps.db.transaction().execute((tx) => pauseRun(tx, run.id, pause));
  return isCanceled ? handleFailure(deps, run, new JobCanceledError()) : pause.state;
}

interface RunContext extends JobContext {
  flush(): Promise<void>;
  /** Waits for what a transaction did not wait for. */
  written(): Promise<void>;
}

function createContext({ db, topics, logger }: Dependencies, run: OpenRun, signal: AbortSignal): RunContext {
  let unwritten: JobProgress | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isCanceled = false;
  let writing: Promise<void> | undefined;
  const add = (progress: JobProgress) => {
    signal.throwIfAborted();
    unwritten = merged(unwritten, progress);
  };
  const isDue = () => performance.now() - writtenAt >= WRITE_EVERY_MS;
  const write = async () => {
    if (unwritten === undefined) return;
    const progress = unwritten;
    unwritten = undefined;
    writtenAt = performance.now();
    try {
      isCanceled = await saveProgress(db, run.id, progress);
    } catch (error) {
      unwritten = merged(progress, unwritten);
      throw error;
    }
    topics.publish(jobsTopic, { id: run.id, state: 'RUNNING' });
  };
  const throwIfCanceled = () => {
    if (isCanceled) throw new JobCanceledError();
  };
  const flush = async () => {
    await writing;
    await write();
    throwIfCanceled();
  };
  return {
    runId: run.id,
    signal,
    memory: run.memory,
    remember: (values) => saveMemory(db, run.id, values),
    log: (level, texts) => insertLines(db, run.id, level, texts),
    async progress(progress) {
      add(progress);
      if (isDue()) await flush();
    },
    progressInTransaction(progress) {
      add(progress);
      throwIfCanceled();
      if (writing !== undefined || !isDue()) return;
      const warn = (err: unknown) => logger.warn({ err, runId: run.id }, 'the progress of a job could not be written');
      writing = write()
        .catch(warn)
        .finally(() => {
          writing = undefined;
        });
    },
    flush,
    written: async () => writing,
  };
}

function merged(earlier: JobProgress | undefined, later: JobProgress | undefined): JobProgress {
  return { ...earlier, ...later, ...(later?.output && { output: { ...earlier?.output, ...later.output } }) };
}

/** The tasks that start scheduled jobs, unless a run is open or the job is not wanted. */
export function scheduleTasks(jobs: readonly Job[], service: JobService): Task[] {
  return jobs.flatMap(({ kind, cron, isWanted }) => {
    if (cron === undefined) return [];
    const run = async () => {
      if ((await isWanted?.()) ?? true) await service.start(kind, null);
    };
    return [{ name: `schedule-${kind}`, cron, run }];
  });
}

/** Deletes runs that ended 90 days ago, every night. */
export function purgeJobsTask({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Task {
  return {
    name: 'purge-jobs',
    cron: '40 3 * * *',
    run: async () => void (await deleteRunsBefore(db, new Date(clock.now().getTime() - RETENTION_MS))),
  };
}
