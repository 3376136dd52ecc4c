import { EventEmitter } from 'node:events';
import { type Job, parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import { isUnreachable } from '../database/failures.ts';
import type { Logger } from '../logger.ts';
import { stopwatch, tasks as taskMetrics } from '../metrics/metrics.ts';
import { traced } from '../tracing/tracing.ts';
import { forgetFutureRuns } from './schedule.repository.ts';
import { CAN_WAIT_FLAG, type Task } from './task.ts';
import { freeOrphanedJobs, startWorkerPresence } from './worker-presence.ts';

interface Options {
  readonly pool: pg.Pool;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
  readonly pollIntervalMs: number;
}

export interface QueueRun {
  /** Resolves when the queue ended, also by a loss of the database, which graphile-worker does not outlive. Never rejects. */
  readonly ended: Promise<void>;
  /** Ends it; running jobs end first, early where they can. */
  stop(): Promise<void>;
}

/** Long jobs must not delay those that people wait for, so urgent jobs have a lane of their own as well. */
const LANES = [
  { concurrency: 2, isUrgent: false },
  { concurrency: 2, isUrgent: true },
] as const;

/** Runs jobs until it is stopped or the database is lost. */
export async function startQueueRun(options: Options): Promise<QueueRun> {
  const { pool, logger } = options;
  await freeOrphanedJobs(pool);
  await forgetFutureRuns(pool);
  const presence = await startWorkerPresence(pool.options, logger);
  const stopping = new AbortController();
  const lanes: Lane[] = [];
  const stopLanes = async () => {
    stopping.abort();
    await Promise.all(lanes.map((lane) => lane.stop()));
  };
  try {
    for (const lane of LANES) lanes.push(await startLane(options, lane, stopping.signal));
    await presence.show(lanes.map(({ workerId }) => workerId));
  } catch (error) {
    // Other workers would free the jobs of a runner that nobody sees, and run them a second time.
    await stopLanes();
    await presence.end();
    throw error;
  }
  // A lane alone would leave the jobs of the other one.
  const ended = Promise.race(lanes.map((lane) => lane.ended))
    .then(stopLanes)
    .then(() => presence.end())
    .catch((error: unknown) => logger.warn({ err: error }, 'the session of the queue could not be closed'));
  const stop = async () => {
    await stopLanes();
    await ended;
  };
  return { ended, stop };
}

interface Lane {
  readonly workerId: string;
  /** Never rejects. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function startLane({ pool, tasks, logger, pollIntervalMs }: Options, lane: (typeof LANES)[number], stopping: AbortSignal): Promise<Lane> {
  const taken = lane.isUrgent ? tasks.filter(({ isUrgent }) => isUrgent) : tasks;
  const events: WorkerEvents = new EventEmitter();
  let workerId: string | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const runner = await run({
    pgPool: pool,
    logger: workerLogger(logger),
    events,
    concurrency: lane.concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    ...(lane.isUrgent && { forbiddenFlags: [CAN_WAIT_FLAG] }),
    preset: {
      // Without batches a failure to report the end of a job is an unhandled rejection, and the job stays locked.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    taskList: Object.fromEntries(
      taken.map((task) => [task.name, (payload: unknown) => observeTask(task.name, () => task.run(task.payload?.parse(payload ?? {}), stopping))]),
    ),
    parsedCronItems: lane.isUrgent
      ? []
      : parseCronItems(tasks.flatMap((task) => (task.cron === undefined ? [] : [{ task: task.name, match: task.cron, identifier: task.name }]))),
  });
  let isOver = false;
  // Nothing is awaited since `run`, so that a failure of the runner always has its handler.
  const ended = runner.promise
    .catch((error: unknown) => logger.warn({ err: error }, 'the queue ended'))
    .then(() => {
      isOver = true;
    });
  if (workerId === undefined) throw new Error('The queue did not report its worker id');
  return {
    workerId,
    ended,
    async stop() {
      if (!isOver) await runner.stop().catch((error: unknown) => logger.debug({ err: error }, 'the queue had already ended'));
      await ended;
    },
  };
}

/** Measures and traces one run of a task. */
async function observeTask(task: string, run: () => Promise<void>): Promise<void> {
  const elapsed = stopwatch();
  let result = 'failed';
  try {
    await traced(`task ${task}`, { kind: 'internal', facts: { 'stowage.task': task } }, run);
    result = 'done';
  } finally {
    taskMetrics.observe({ task, result }, elapsed());
  }
}

/**
 * graphile-worker's warnings and errors in the log of this process. It repeats by itself what failed because the database was lost. It
 * adds the whole job and error, with the payload and the values of a refused row, which reach no line.
 */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const { job, error: err } = (meta ?? {}) as { readonly job?: Job; readonly error?: unknown };
    const write = level === 'warning' || isUnreachable(err) ? 'warn' : 'error';
    logger[write]({ ...(job !== undefined && { task: job.task_identifier }), ...(err instanceof Error && { err }) }, message);
  });
}
