import { makeWorkerUtils, parseCronItems, run, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import type { Task } from './task.ts';

interface Options {
  readonly pool: pg.Pool;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
  /** True when no other job process can exist: jobs locked by a killed one are then freed at once. */
  readonly alone: boolean;
  /** How often it looks for jobs whose time has come; new ones it hears of at once. */
  readonly pollIntervalMs?: number;
}

const CONCURRENCY = 2;
const POLL_INTERVAL_MS = 2_000;

/** Runs jobs until told to stop; a job under way is finished first. */
export async function startWorker({ pool, tasks, logger, alone, pollIntervalMs = POLL_INTERVAL_MS }: Options): Promise<{ stop(): Promise<void> }> {
  const workerLogger = new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') logger[level === 'error' ? 'error' : 'warn']({ job: meta }, message);
  });
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger });
  await utils.migrate();
  if (alone) await freeOrphanedJobs(pool, utils.forceUnlockWorkers.bind(utils));
  await utils.release();
  const runner = await run({
    pgPool: pool,
    logger: workerLogger,
    concurrency: CONCURRENCY,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    taskList: Object.fromEntries(tasks.map((task) => [task.name, (payload: unknown) => task.run(task.payload.parse(payload ?? {}))])),
    parsedCronItems: parseCronItems(tasks.flatMap((task) => (task.cron === undefined ? [] : [{ task: task.name, match: task.cron, identifier: task.name }]))),
  });
  return { stop: () => runner.stop() };
}

/** Without this, a job of a process that was killed waits four hours for its lock to run out. */
async function freeOrphanedJobs(pool: pg.Pool, unlock: (workerIds: string[]) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>('select distinct locked_by from graphile_worker._private_jobs where locked_by is not null');
  if (rows.length > 0) await unlock(rows.map((row) => row.locked_by));
}
