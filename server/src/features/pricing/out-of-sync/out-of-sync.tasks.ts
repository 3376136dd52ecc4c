import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseWatch } from '../../../platform/database/connection/watch.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { repairBatch } from './out-of-sync.repository.ts';
import { settleOutOfSync } from './out-of-sync.service.ts';

/** A reader compares what changed meanwhile, so this only bounds how much that can be. */
const LOOK_MS = 5_000;
/** Ten million listings in 33 hours. */
const REPAIRED_BATCHES = 5;

/** Compares the next listings every minute whether or not they changed, so that no mistake stays. Safe to run twice. */
export function repairOutOfSyncTask({ db, logger }: Pick<Context, 'db' | 'logger'>): Task {
  return {
    name: 'repair-out-of-sync',
    cron: '* * * * *',
    async run(_, stopping) {
      // What is only late is no mistake.
      if (!(await settleOutOfSync(db))) return;
      for (let left = REPAIRED_BATCHES; left > 0 && !stopping.aborted; left--) {
        const wrong = await repairBatch(db);
        if (wrong > 0) logger.info({ listings: wrong }, 'compared listings again that were out of sync, or no longer');
      }
    },
  };
}

interface WatchDependencies extends Pick<Context, 'db' | 'logger'> {
  /** Only the leader of the processes that run jobs compares, so that the others don't wait for its lock. */
  readonly watch: Pick<DatabaseWatch, 'isLeading'>;
}

/** Compares listings whose quantities changed, for as long as there are any. @returns a function that stops it */
export function watchOutOfSync({ db, logger, watch }: WatchDependencies): () => Promise<void> {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (watch.isLeading()) await settleOutOfSync(db, { batches: Number.POSITIVE_INFINITY, stopping: stopping.signal });
      } catch (error) {
        logger.warn({ err: error }, 'could not compare quantities with Amazon’s; tries again');
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
