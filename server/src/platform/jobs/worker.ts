import { EventEmitter } from 'node:events';
import { makeWorkerUtils, parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import type { Task } from './task.ts';
import { freeOrphanedJobs, startWorkerPresence } from './worker-presence.ts';

interface Options {
  readonly pool: pg.Pool;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
  /** How often it looks for scheduled jobs that are due; new jobs start at once. */
  readonly pollIntervalMs?: number;
  /** How often it frees jobs of killed workers. */
  readonly freeIntervalMs?: number;
}

const CONCURRENCY = 2;
const POLL_INTERVAL_MS = 2_000;
const FREE_INTERVAL_MS = 60_000;

/** Runs jobs until it is stopped; running jobs end first, early where they can. Any number of workers may share a database. */
export async function startWorker(options: Options): Promise<{ stop(): Promise<void> }> {
  const { pool, tasks, logger, pollIntervalMs = POLL_INTERVAL_MS, freeIntervalMs = FREE_INTERVAL_MS } = options;
  const workerLogger = new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') logger[level === 'error' ? 'error' : 'warn']({ job: meta }, message);
  });
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger });
  await utils.migrate();
  await utils.release();
  await freeOrphanedJobs(pool);
  const presence = await startWorkerPresence(pool.options, logger);
  const events: WorkerEvents = new EventEmitter();
  let workerId: string | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const stopping = new AbortController();
  const runner = await run({
    pgPool: pool,
    logger: workerLogger,
    events,
    concurrency: CONCURRENCY,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    taskList: Object.fromEntries(tasks.map((task) => [task.name, (payload: unknown) => task.run(task.payload.parse(payload ?? {}), stopping.signal)])),
    parsedCronItems: parseCronItems(tasks.flatMap((task) => (task.cron === undefined ? [] : [{ task: task.name, match: task.cron, identifier: task.name }]))),
  });
  if (workerId === undefined) throw new Error('The queue did not report its worker id');
  await presence.show(workerId);
  const timer = setInterval(() => {
    freeOrphanedJobs(pool).catch((error: unknown) => logger.warn({ err: error }, 'jobs of killed workers could not be freed'));
  }, freeIntervalMs);
  return {
    async stop() {
      clearInterval(timer);
      const stopped = runner.stop();
      stopping.abort();
      await stopped;
      await presence.end();
    },
  };
}
