import { numberText } from '@stowage/contract/formats/text/number-text';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import * as changes from '../sync/change.repository.ts';
import type { JobReporter } from '../sync/job-reporter.ts';
import { readAnswers, resultsText } from './feed-answer.rules.ts';
import { closeFeed, type ListingFeed } from './listing-feed.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplace: Marketplace;
  readonly job: { readonly id: number };
  readonly reporter: JobReporter;
}

/** Reads the result of a feed that the marketplace has finished, stores the answer to each change, and closes the feed. */
export async function readFeedResult(
  { db, clock, marketplace, job, reporter }: Dependencies,
  feed: ListingFeed,
  { documentId, processedAt }: { documentId: string; processedAt: Date | undefined },
): Promise<void> {
  const outcome = await marketplace.feedOutcome(documentId);
  const { answers, others } = readAnswers(outcome);
  await changes.saveAnswers(db, { jobId: job.id, part: feed.part, answers, others, at: earlier(processedAt, clock.now()) });
  await closeFeed(db, { id: feed.id, status: 'completed', results: resultsText(outcome), now: clock.now() });
  const counts = await changes.countOutcomes(db, job.id);
  const { open = 0, ...done } = counts;
  await reporter.report({
    status: 'SUBMITTING',
    current: Object.values(done).reduce((sum, count) => sum + count, 0),
    message: `Feed ${feed.feedSubmissionId} is done, ${numberText(open)} to go`,
  });
}

/** The marketplace's clock may be ahead of ours. */
const earlier = (time: Date | undefined, now: Date) => (time === undefined || time > now ? now : time);
