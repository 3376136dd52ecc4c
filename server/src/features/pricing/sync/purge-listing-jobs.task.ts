import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { removeSources } from '../../documents/filing/index.ts';
import { deleteBackgroundJobs } from './listing-job.repository.ts';

/** As long as the drift report reaches back. */
const RETENTION_DAYS = 90;
const BATCH = 500;

/** Deletes the jobs of quantities and strategies, which come by the hundred a day, with their changes, feeds and payloads. */
export function purgeBackgroundJobsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-listing-jobs',
    cron: '50 3 * * *',
    async run(_, stopping) {
      const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
      while (!stopping.aborted && (await purgeBatch(db, before)) === BATCH);
    },
  };
}

function purgeBatch(db: DatabasePool, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { jobs, feedIds } = await deleteBackgroundJobs(tx, before, BATCH);
    await removeSources(tx, 'FEED', feedIds);
    return jobs;
  });
}
