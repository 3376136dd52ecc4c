import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { listUnsubmitted, markSubmitted } from './listing-feed.repository.ts';

/** Identifies the submission of a part, so that a repeat after a crash creates no second feed. */
export const feedKey = (jobId: number, part: number) => `listing-job-${jobId}-${part}`;

/** Finds the feeds of a job that the marketplace took although its answer was lost: they can't be left unsent any more. */
export async function recoverFeeds(db: Database, marketplace: Pick<Marketplace, 'submittedFeed'>, jobId: number): Promise<void> {
  for (const { id, part } of await listUnsubmitted(db, jobId)) {
    const taken = await marketplace.submittedFeed(feedKey(jobId, part));
    if (taken !== undefined) await markSubmitted(db, id, taken);
  }
}
