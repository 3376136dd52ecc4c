import { EventEmitter } from 'node:events';
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import { stopwatch, tasks as taskMetrics } from '../metrics/metrics.ts';
import { traced } from '../tracing/tracing.ts';
import type { Task } from './task.ts';
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

const CONCURRENCY = 2;

/** Runs jobs until it is stopped or the database is lost. */
export async function startQueueRun({ pool, tasks, logger, pollIntervalMs }: Options): Promise<QueueRun> {
  await freeOrphanedJobs(pool);
  const presence = await startWorkerPresence(pool.options, logger);
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  let workerId: string | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const runner = await run({
    pgPool: pool,
    logger: workerLogger(logger),
    events,
    concurrency: CONCURRENCY,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    preset: {
      // Without batches a failure to report the end of a job is an unhandled rejection, and the job stays locked.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    taskList: Object.fromEntries(
      tasks.map((task) => [task.name, (payload: unknown) => observeTask(task.name, () => task.run(task.payload.parse(payload ?? {}), stopping.signal))]),
    ),
    parsedCronItems: parseCronItems(tasks.flatMap((task) => (task.cron === undefined ? [] : [{ task: task.name, match: task.cron, identifier: task.name }]))),
  }).catch(async (error: unknown) => {
    await presence.end();
    throw error;
  });
  let isOver = false;
  // Nothing is awaited since `run`, so that a failure of the runner always has its handler.
  const ended = runner.promise
    .catch((error: unknown) => logger.warn({ err: error }, 'the queue ended'))
    .then(() => {
      isOver = true;
      return presence.end();
    })
    .catch((error: unknown) => logger.warn({ err: error }, 'the session of the queue could not be closed'));
  if (workerId === undefined) throw new Error('The queue did not report its worker id');
  const stop = async () => {
    const stopped = isOver ? undefined : runner.stop();
    stopping.abort();
    await stopped;
    await ended;
  };
  await presence.show(workerId).catch(async (error: unknown) => {
    // Other workers would free the jobs of a runner that nobody sees, and run them a second time.
    await stop();
    throw error;
  });
  return { ended, stop };
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

/** graphile-worker's warnings and errors in the log of this process. */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') logger[level === 'error' ? 'error' : 'warn']({ job: meta }, message);
  });
}
