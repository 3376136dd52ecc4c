import { jobsTopic } from '@stowage/contract/jobs/jobs';
import type { Context } from '../../../platform/context.ts';
import { openRun } from '../../jobs/index.ts';
import { insertListingJob } from '../sync/listing-job.repository.ts';

/**
 * Starts a job that sends all due quantities in feeds, unless one runs. It never keeps a person's job waiting: both send the quantity of the
 * moment, and what a feed may put back is sent again.
 */
export async function openQuantityJob({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>): Promise<void> {
  const job = await db.transaction().execute(async (tx) => {
    const run = await openRun(tx, { kind: 'offer-quantities', key: 'offer-quantities', payload: {}, requestedBy: null });
    if (!run.isNew) return undefined;
    return insertListingJob(tx, { runId: run.id, kind: 'offer-quantities', payload: {}, startedBy: null, now: clock.now() });
  });
  if (job?.runId != null) topics.publish(jobsTopic, { id: job.runId, state: 'QUEUED' });
}
