import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import { migratePool } from './migrate-queue.ts';
import { type QueueRun, startQueueRun, workerLogger } from './queue-run.ts';
import type { Task } from './task.ts';
import { freeOrphanedJobs } from './worker-presence.ts';

interface Options {
  readonly pool: pg.Pool;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
  /** How often it looks for scheduled jobs that are due; new jobs start at once. */
  readonly pollIntervalMs?: number;
  /** How often it frees jobs of killed workers. */
  readonly freeIntervalMs?: number;
}

const POLL_INTERVAL_MS = 2_000;
/** A queue whose job a killed worker held stands still until then, and its work with it. */
const FREE_INTERVAL_MS = 3_000;
const RESTART_MS = 500;

/**
 * Runs jobs until it is stopped; running jobs end first, early where they can. Any number of workers may share a database.
 * When the database is lost, the queue ends, and starts again as soon as the database answers.
 */
export async function startWorker(options: Options): Promise<{ stop(): Promise<void> }> {
  const { pool, logger, pollIntervalMs = POLL_INTERVAL_MS, freeIntervalMs = FREE_INTERVAL_MS } = options;
  await migratePool(pool, workerLogger(logger));
  const stopping = new AbortController();
  const start = () => startQueueRun({ ...options, pollIntervalMs });
  let run: QueueRun | undefined = await start();
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await run?.ended;
      if (stopping.signal.aborted) return;
      run = undefined;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      run = await start().catch((error: unknown) => {
        logger.warn({ err: error }, 'the queue could not start again yet');
        return undefined;
      });
    }
    await run?.stop();
  };
  const over = keepRunning();
  let isFreeing = false;
  const wasSetBack = watchClock();
  const timer = setInterval(() => {
    if (wasSetBack()) {
      logger.warn('the clock was set back; the queue starts again');
      void run?.stop();
    }
    if (isFreeing) return;
    isFreeing = true;
    freeOrphanedJobs(pool)
      .catch((error: unknown) => logger.warn({ err: error }, 'jobs of killed workers could not be freed'))
      .finally(() => {
        isFreeing = false;
      });
  }, freeIntervalMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await run?.stop();
      await over;
    },
  };
}

/** More than the steps of a clock that is kept in time. */
const SET_BACK_MS = 60_000;

/**
 * The schedule of a running queue waits for the minute after its last one, also when that is an hour away.
 * @returns whether the clock was set back since the last call
 */
function watchClock(): () => boolean {
  const ahead = () => Date.now() - performance.now();
  let before = ahead();
  return () => {
    const now = ahead();
    const isBack = now < before - SET_BACK_MS;
    before = now;
    return isBack;
  };
}
