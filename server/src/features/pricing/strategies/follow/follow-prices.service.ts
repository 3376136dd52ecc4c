import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { priceStrategiesTopic, type StrategyExplanation } from '@stowage/contract/pricing/price-strategies';
import type { Context } from '../../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../../platform/database/connection/connect.ts';
import { openRun } from '../../../jobs/index.ts';
import { insertDecisions } from '../../engine/decision.repository.ts';
import { decideListing, dollars, type ListingDecision } from '../../engine/decision.rules.ts';
import { listFacts } from '../../engine/listing-facts.read-model.ts';
import { pausedChannelsOf } from '../../engine/price-pause.rules.ts';
import { getSettings } from '../../engine/settings.repository.ts';
import { publishStatus } from '../../sync/job-reporter.ts';
import { insertListingJob, type ListingJobRow, toMessage } from '../../sync/listing-job.repository.ts';
import * as checks from './price-check.repository.ts';
import { findStopped, type StoppedPrice, saveResults } from './strategy-result.repository.ts';

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

/** So many prices are sent one by one within ten seconds, for which the next changed offer waits. */
const BATCH = 50;
const KIND = 'follow-prices';

/**
 * Decides the prices of the checked listings, and starts a job of the sync for those that change or that a guard begins to hold.
 * While prices are paused, the checks wait.
 * @returns how many checks were decided
 */
export async function followPrices(deps: Dependencies): Promise<number> {
  const { db, clock, topics } = deps;
  const settings = await getSettings(db);
  const due = settings.isPaused ? [] : await checks.listChecks(db, { limit: BATCH, pausedChannels: pausedChannelsOf(settings) });
  if (due.length === 0) return 0;
  const skus = due.map(({ sku }) => sku);
  const now = clock.now();
  const facts = (await listFacts(db, { channel: 'ANY', after: '', limit: BATCH, skus })).filter(({ ownStrategy }) => ownStrategy !== undefined);
  // Outside a schedule only syncs change the price.
  const decided = facts
    .map((one) => decideListing(one, { strategy: 'LOWEST_PRICE', hasQuantity: false, now: now.getTime(), settings }))
    .map((decision) => (decision.own?.isInForce === false ? { ...decision, sendsPrice: false, heldBy: undefined, holdReason: undefined } : decision));
  const stopped = await findStopped(db, skus, now);
  const news = decided.filter((decision) => !isStopped(decision, stopped.get(decision.facts.sku)));
  const changed = news.filter((decision) => decision.sendsPrice || isNewlyHeld(decision, stopped.get(decision.facts.sku)));
  const job = await db.transaction().execute(async (tx) => {
    const opened = changed.length === 0 ? undefined : await openJob(deps, tx);
    // Another process opened a job in this moment: the checks stay for the next turn.
    if (changed.length > 0 && opened === undefined) return undefined;
    if (opened !== undefined) await insertDecisions(tx, opened.id, changed);
    const results = news.map((decision) => ({ ...toResult(decision), isInJob: changed.includes(decision) }));
    await saveResults(tx, results, { jobId: opened?.id ?? null, at: now });
    await checks.forgetPriceChecks(tx, due);
    return opened;
  });
  if (job?.runId != null) {
    topics.publish(jobsTopic, { id: job.runId, state: 'QUEUED' });
    publishStatus(topics, toMessage(job));
  }
  topics.publish(priceStrategiesTopic, { listing_ids: due.map(({ listingId }) => listingId) });
  return due.length;
}

/** Its own key: quantities in feeds of hours must not delay prices. Jobs that send prices exclude each other by `isPriceJobOpen`. */
async function openJob({ clock }: Dependencies, tx: DatabaseTransaction): Promise<ListingJobRow | undefined> {
  const run = await openRun(tx, { kind: KIND, key: KIND, payload: {}, requestedBy: null });
  return run.isNew ? insertListingJob(tx, { runId: run.id, kind: KIND, payload: {}, startedBy: null, now: clock.now() }) : undefined;
}

/** A mass move waits for a person, and a rejected price for an hour. The results stay as they are. */
function isStopped({ wantedCents, sendsPrice, facts }: ListingDecision, stopped: StoppedPrice | undefined): boolean {
  if (!sendsPrice || stopped === undefined || stopped.wanted !== dollars(wantedCents)) return false;
  return stopped.isRejected || (stopped.heldBy === 'mass_move' && facts.approvedCents !== wantedCents);
}

function isNewlyHeld({ heldBy, wantedCents }: ListingDecision, stopped: StoppedPrice | undefined): boolean {
  return heldBy !== undefined && !(stopped?.heldBy === heldBy && stopped.wanted === dollars(wantedCents));
}

function toResult(decision: ListingDecision) {
  const { facts, wantedCents, heldBy, holdReason } = decision;
  return { sku: facts.sku, wanted: dollars(wantedCents), heldBy: heldBy ?? null, reason: holdReason ?? null, explanation: explanationOf(decision) };
}

/** The decision for people. */
function explanationOf({ facts, price, own, wantedCents, floorCents, isRaisedToFloor, heldBy, holdReason }: ListingDecision): StrategyExplanation {
  const { cheapest } = price;
  const steps = own?.steps ?? [price.decision];
  const isSaid = holdReason === undefined || steps.includes(holdReason);
  return {
    strategy: facts.ownStrategy?.name ?? '',
    is_in_force: own?.isInForce ?? true,
    before: dollars(facts.acknowledgedCents),
    wanted: dollars(wantedCents),
    bound_by: own?.boundBy ?? (isRaisedToFloor ? 'FLOOR' : null),
    competitor:
      cheapest === undefined || facts.offers === undefined
        ? null
        : {
            seller_id: cheapest.sellerId,
            price: dollars(cheapest.priceCents + cheapest.shippingCents) ?? '',
            seen_at: new Date(facts.offers.readAt).toISOString(),
          },
    floor: dollars(floorCents),
    cost: dollars(facts.costCents),
    fees: dollars(facts.feesCents),
    held_by: heldBy ?? null,
    steps: isSaid ? [...steps] : [...steps, `Held: ${holdReason}`],
  };
}
