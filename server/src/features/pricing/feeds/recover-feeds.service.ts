import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { listUnsubmitted, markSubmitted } from './listing-feed.repository.ts';

/** Identifies the submission of a part, so that a repeat after a crash creates no second feed. */
export const feedKey = (jobId: number, part: number) => `listing-job-${jobId}-${part}`;

/**
 * Finds the feeds of a job that the marketplace took although its answer was lost: they can't be left unsent any more.
 * @returns whether there may be more, which are shown late
 */
export async function recoverFeeds(db: Database, marketplace: Pick<Marketplace, 'submittedFeed' | 'feedDoubt'>, jobId: number): Promise<boolean> {
  let isInDoubt = false;
  for (const { id, part } of await listUnsubmitted(db, jobId)) {
    const key = feedKey(jobId, part);
    const taken = await marketplace.submittedFeed(key);
    if (taken !== undefined) await markSubmitted(db, id, taken);
    else isInDoubt ||= (await marketplace.feedDoubt(key)) !== undefined;
  }
  return isInDoubt;
}
