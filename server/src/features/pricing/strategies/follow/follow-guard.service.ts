import { HOUR_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { priceStrategiesTopic } from '@stowage/contract/pricing/price-strategies';
import type { PricingSettings } from '@stowage/contract/pricing/pricing';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { limitsOf } from '../../engine/decision.rules.ts';
import { isMassMove } from '../../engine/price-guard.rules.ts';
import * as changes from '../../sync/change.repository.ts';
import type { ListingJobRow } from '../../sync/listing-job.repository.ts';
import { checkAllPrices, queueDeciding } from './price-check.repository.ts';
import { countFollowed, listJobListings, saveJobHolds } from './strategy-result.repository.ts';

/** Fewer moves than this within an hour are no sign of wrong data. */
const LEAST_MOVES = 5;

/** Holds the moves of a job when strategies moved too many prices within an hour, and records what is not sent. */
export async function guardFollowed(tx: Database, jobId: number, { settings, now }: { settings: PricingSettings; now: Date }): Promise<void> {
  const { movePercent } = settings;
  const counts = await countFollowed(tx, { jobId, movePercent, since: new Date(now.getTime() - HOUR_MS) });
  if (counts.moving >= LEAST_MOVES && isMassMove(counts, limitsOf(settings))) {
    const reason = `${numberText(counts.moving)} of ${numberText(counts.priced)} prices with a strategy moved by more than ${movePercent} % within an hour: this one needs approval`;
    await changes.holdMoves(tx, jobId, { movePercent, reason, retryOfJobId: undefined });
    await saveJobHolds(tx, jobId);
  }
  await changes.recordUnsent(tx, jobId, false);
}

/** After a job that sent prices: what changed meanwhile is decided, and strategies have the last word. */
export async function continueFollowing({ db, topics }: Pick<Context, 'db' | 'topics'>, { id, kind }: ListingJobRow): Promise<void> {
  if (kind === 'sync-listings' || kind === 'fba-prices') await checkAllPrices(db);
  if (kind !== 'follow-prices') return;
  await queueDeciding(db, 0);
  topics.publish(priceStrategiesTopic, { listing_ids: await listJobListings(db, id) });
}
