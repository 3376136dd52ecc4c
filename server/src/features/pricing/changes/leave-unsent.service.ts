import { REREAD_AFTER_MINUTES } from '@stowage/contract/pricing/listing-changes';
import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { cancelUnsubmitted } from '../feeds/listing-feed.repository.ts';
import { recoverFeeds } from '../feeds/recover-feeds.service.ts';
import * as changes from '../sync/change.repository.ts';
import { leavePricesUnsent, leaveUnsent, listAttemptedPrices } from '../sync/unsent-change.repository.ts';

interface Dependencies extends Pick<Context, 'clock'> {
  readonly db: DatabasePool;
}

/**
 * Ends the changes of a job of quantities that is paused, but for those that the marketplace has.
 * @returns false while it is not certain which these are
 */
export async function leaveQuantities(
  { db, clock }: Dependencies,
  marketplace: Pick<Marketplace, 'submittedFeed' | 'feedDoubt'>,
  jobId: number,
): Promise<boolean> {
  if (await recoverFeeds(db, marketplace, jobId)) return false;
  await db.transaction().execute(async (tx) => {
    await leaveUnsent(tx, jobId, 'Quantities were paused before it was sent');
    await cancelUnsubmitted(tx, jobId, clock.now());
  });
  return true;
}

/** Takes the prices of paused channels out of a job. */
export async function leavePausedPrices(deps: Dependencies, jobId: number, channels: readonly PriceChannel[]): Promise<void> {
  for (const position of await listAttemptedPrices(deps.db, jobId, channels)) await assumeTaken(deps, { jobId, position }, 'prices of its channel are paused');
  await deps.db.transaction().execute((tx) => leavePricesUnsent(tx, jobId, channels));
}

/**
 * Ends a change that was sent by itself, whose answer was lost, and that is not to be sent again. What it sent counts as taken: otherwise
 * the next decision would start from the price before, and send nothing if that is wanted again. The check of sent changes reads the listing.
 */
export async function assumeTaken({ db, clock }: Dependencies, { jobId, position }: { jobId: number; position: number }, why: string): Promise<void> {
  const reason = `Amazon's answer was lost, and the listing is checked after ${REREAD_AFTER_MINUTES} minutes. It was not sent again: ${why}`;
  await changes.saveAnswers(db, { jobId, part: changes.PATCHES_PART, answers: [{ position, outcome: 'WARNING', reason }], at: clock.now() });
}
