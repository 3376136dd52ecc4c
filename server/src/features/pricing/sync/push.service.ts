import { DAY_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { FeedType } from '@stowage/contract/pricing/feeds';
import { type FeedProgress, MAX_CHANGES_PER_FEED } from '../../../integrations/marketplace/calls/feeds.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { fileSource } from '../../documents/filing/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { listOutdated, patchDecided } from '../changes/patch-decided.service.ts';
import { patchAll, readOffers } from '../changes/patch-listings.service.ts';
import { feedPauseMs, STUCK_AFTER_MS } from '../feeds/feed-answer.rules.ts';
import { readFeedResult } from '../feeds/feed-result.service.ts';
import * as feeds from '../feeds/listing-feed.repository.ts';
import { feedKey } from '../feeds/recover-feeds.service.ts';
import * as changes from './change.repository.ts';
import { patchesOf } from './change-patches.rules.ts';
import type { JobReporter } from './job-reporter.ts';
import type { ListingJobRow } from './listing-job.repository.ts';
import { checkOvertaken, decidePart, leavePrices, listPrices } from './unsent-change.repository.ts';

export interface PushDependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplace: Marketplace;
  readonly job: ListingJobRow;
  readonly reporter: JobReporter;
  readonly context: JobContext;
  readonly operationType: string;
  /** False once a person has paused what the job sends. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** Up to this many changes are sent one by one; more are sent as a feed. */
const MAX_PATCHES = 500;
const PATCH_BATCH = 20;
/** When the rate limit delays a call longer than this, the job pauses so that other jobs can run. */
const MAX_WAIT_MS = 1_000;
/** A feed that is not finished after this time is abandoned. */
const GIVE_UP_AFTER_MS = DAY_MS;
/** A new feed may not be known everywhere yet. After this time, an unknown feed is lost, as after a restart of the simulator. */
const UNKNOWN_AFTER_MS = 2 * MINUTE_MS;

/** Distributes the changes over parts, once. @returns the number of changes to send */
export async function planPush(tx: DatabaseTransaction, jobId: number): Promise<number> {
  return changes.planParts(tx, jobId, { maxPatches: MAX_PATCHES, feedSize: MAX_CHANGES_PER_FEED });
}

const DOUBT_PAUSE_MS = 60_000;

interface Pause {
  readonly againInMs: number;
}

/** Sends the next part or checks its status. @returns the pause until the next step; undefined when every change has its outcome */
export async function pushNext(deps: PushDependencies): Promise<Pause | undefined> {
  const part = await changes.findOpenPart(deps.db, deps.job.id);
  if (part === undefined) {
    await feeds.closeLeftFeeds(deps.db, deps.job.id, { now: deps.clock.now() });
    return undefined;
  }
  return part === changes.PATCHES_PART ? sendPatches(deps, part) : followFeed(deps, part);
}

/** Decides the quantities of a part, reads its changes and opens its feed. @returns undefined when nothing is left to send */
function openPart({ db, clock, job, operationType }: PushDependencies, part: number, feedType: FeedType) {
  return db.transaction().execute(async (tx) => {
    const known = await feeds.findFeed(tx, job.id, part);
    // Patches are decided one by one when they are sent.
    if (known === undefined || (part !== changes.PATCHES_PART && known.feedSubmissionId === null))
      await decidePart(tx, { jobId: job.id, kind: job.kind, part });
    const all = await changes.listPart(tx, job.id, part);
    if (all.length === 0) return undefined;
    const row = { jobId: job.id, part, feedType, operationType, messages: all.length, createdBy: job.startedBy, now: clock.now() };
    return { all, feed: await openFeed(tx, row) };
  });
}

async function sendPatches(deps: PushDependencies, part: number): Promise<Pause> {
  const { db, clock, job, context, reporter } = deps;
  const opened = await openPart(deps, part, 'LISTING_PATCHES');
  if (opened === undefined) return { againInMs: 0 };
  const { all, feed } = opened;
  await feeds.saveFeedStatus(db, feed.id, 'processing');
  for (;;) {
    const open = await changes.listOpen(db, job.id, { part, limit: PATCH_BATCH });
    const [next] = open;
    if (next === undefined) break;
    const waitMs = await deps.marketplace.readyInMs('patchListingsItem');
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs };
    if (!(await patchDecided(deps, part, open))) return { againInMs: 0 };
    await context.progress({ done: next.position, total: all.length, message: 'Sending changes one by one' });
    await reporter.report({
      message: `Sending changes one by one: ${numberText(next.position + 1)} of ${numberText(all.length)}`,
      current: next.position,
    });
  }
  await feeds.closeFeed(db, { id: feed.id, status: 'completed', results: null, now: clock.now() });
  return { againInMs: 0 };
}

/** Opens a feed and files its payload once. The payload is generated from the feed's changes, so that nothing is stored twice. */
async function openFeed(tx: DatabaseTransaction, feed: feeds.NewFeed): Promise<feeds.ListingFeed> {
  const opened = await feeds.openFeed(tx, feed);
  if (opened.isNew) {
    await fileSource(tx, {
      store: 'FEED',
      key: String(opened.id),
      place: `${feed.jobId}/${feed.part}`,
      name: `feed-${feed.jobId}-${feed.part}.csv`,
      type: 'FEED_PAYLOAD',
      area: 'listings.read',
      link: { kind: 'FEED', id: opened.id, label: `Listing job ${feed.jobId}` },
      mediaType: 'text/csv',
      bytes: null,
      sha256: null,
      actorId: feed.createdBy,
      filedAt: feed.now,
    });
  }
  return opened;
}

async function followFeed(deps: PushDependencies, part: number): Promise<Pause> {
  const { db, clock, marketplace, job, reporter } = deps;
  const known = await feeds.findFeed(db, job.id, part);
  const feedId = known?.feedSubmissionId ?? undefined;
  if (known === undefined || feedId === undefined) return submit(deps, part, known);
  const ageMs = clock.now().getTime() - known.submittedAt.getTime();
  const { status, reportDocumentId, processedAt } = await getProgress(marketplace, feedId);
  // A feed in the queue has put nothing back yet.
  const overtaken = status === 'IN_QUEUE' ? 0 : await checkOvertaken(db, { jobId: job.id, part }, known.submittedAt);
  if (status === 'DONE' && reportDocumentId !== undefined) {
    await readFeedResult(deps, known, { documentId: reportDocumentId, processedAt });
    return { againInMs: 0 };
  }
  if (status === 'UNKNOWN' && ageMs > UNKNOWN_AFTER_MS) {
    return abandon(deps, known, 'failed', 'Amazon no longer knows the feed. Check the listing before you send it again.');
  }
  if (status === 'DONE' || status === 'FATAL' || status === 'CANCELLED') {
    const end = status === 'CANCELLED' ? 'cancelled' : 'failed';
    return abandon(deps, known, end, `Amazon ended the whole feed as ${status}. Check the listing before you send it again.`);
  }
  if (ageMs > GIVE_UP_AFTER_MS) return abandon(deps, known, 'failed', 'Amazon did not finish the feed within a day. Its outcome is unknown.');
  await feeds.saveFeedStatus(db, known.id, status === 'IN_PROGRESS' ? 'processing' : 'pending');
  if (ageMs > STUCK_AFTER_MS) await sendUrgentChanges(deps, known);
  const state = { IN_PROGRESS: 'is being processed', IN_QUEUE: 'is queued on Amazon', UNKNOWN: 'is not known to Amazon yet' }[status];
  const stuck = ageMs > STUCK_AFTER_MS ? ` It has been stuck for ${Math.round(ageMs / 60_000)} minutes.` : '';
  await reporter.report({ status: 'SUBMITTING', message: `Feed ${feedId} ${state}.${stuck}`, feedId });
  return { againInMs: overtaken === 0 ? feedPauseMs(ageMs) : feedPauseMs(0) };
}

/** The progress of a feed; UNKNOWN when the marketplace has no feed with this ID. */
async function getProgress(marketplace: Marketplace, feedId: string): Promise<Omit<FeedProgress, 'status'> & { status: FeedProgress['status'] | 'UNKNOWN' }> {
  try {
    return await marketplace.feedProgress(feedId);
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.status !== 404) throw error;
    return { status: 'UNKNOWN', reportDocumentId: undefined, processedAt: undefined };
  }
}

/** @param known the feed of an earlier attempt. While Amazon may have it, its changes stay as they are. Otherwise they are decided again. */
async function submit(deps: PushDependencies, part: number, known: feeds.ListingFeed | undefined): Promise<Pause> {
  const { db, marketplace, job, reporter } = deps;
  // Its quantities must not become old while it waits for the rate limit.
  const waitMs = Math.max(await marketplace.readyInMs('createFeedDocument'), await marketplace.readyInMs('createFeed'));
  if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs };
  const key = feedKey(job.id, part);
  const submitted = async (id: number, feedId: string): Promise<Pause> => {
    await feeds.markSubmitted(db, id, feedId);
    await reporter.report({ status: 'SUBMITTING', message: `Feed ${feedId} was submitted`, feedId });
    return { againInMs: feedPauseMs(0) };
  };
  const taken = known && (await marketplace.submittedFeed(key));
  if (known !== undefined && taken !== undefined) return submitted(known.id, taken);
  const doubt = await marketplace.feedDoubt(key);
  if (doubt === 'WAIT') return waitForFeed(reporter);
  const offers = await readOffers(marketplace, await listPrices(db, { jobId: job.id, part }));
  if (doubt === undefined) await leavePrices(db, job.id, await listOutdated(deps, part));
  const opened =
    known !== undefined && doubt === 'REPEAT'
      ? { all: await changes.listPart(db, job.id, part), feed: known }
      : await openPart(deps, part, 'JSON_LISTINGS_FEED');
  if (opened === undefined) return { againInMs: 0 };
  const { all, feed } = opened;
  await reporter.report({ status: 'SUBMITTING', message: `Submitting ${numberText(all.length)} changes` });
  const feedChanges = all.map((change) => ({ sku: change.sku, patches: patchesOf(change, marketplace.marketplaceId, offers.get(change.sku)) }));
  // The key makes the submission idempotent across crashes.
  return submitted(feed.id, await marketplace.submitFeed(key, feedChanges));
}

/** Waits for a feed that Amazon may have taken without an answer. */
export async function waitForFeed(reporter: JobReporter): Promise<Pause> {
  await reporter.report({ status: 'SUBMITTING', message: 'Waiting until it is certain whether Amazon took the feed' });
  return { againInMs: DOUBT_PAUSE_MS };
}

async function abandon(deps: PushDependencies, feed: feeds.ListingFeed, status: 'failed' | 'cancelled', reason: string): Promise<Pause> {
  const { db, clock, job } = deps;
  // The next attempt at a rejected quantity may be an hour away.
  if (status === 'failed') await patchSoldOut(deps, feed, 'Sent separately because its feed failed');
  await changes.saveAnswers(db, { jobId: job.id, part: feed.part, answers: [], others: { outcome: 'REJECTED', reason }, at: clock.now() });
  await db.transaction().execute(async (tx) => {
    await feeds.closeFeed(tx, { id: feed.id, status, results: JSON.stringify({ status, reason }), now: clock.now() });
    if (status === 'failed') await notify(tx, { kind: 'feed-failed', title: `Feed ${feed.feedSubmissionId} failed`, body: reason, ...linkTo(feed) });
  });
  return { againInMs: 0 };
}

function linkTo({ id, feedSubmissionId }: feeds.ListingFeed): { record: { kind: string; id: number }; path: string } {
  return { record: { kind: 'feed', id }, path: `/feed-status?feed=${encodeURIComponent(feedSubmissionId ?? '')}` };
}

/** Sends the sold-out listings of a stuck feed one by one, so that nobody can buy them. */
async function sendUrgentChanges(deps: PushDependencies, feed: feeds.ListingFeed): Promise<void> {
  const { db, clock, context } = deps;
  if (feed.stuckAt === null) await context.log('WARN', [`Feed ${feed.feedSubmissionId} is stuck; sold-out listings are sent one by one`]);
  await db.transaction().execute(async (tx) => {
    await feeds.markStuck(tx, feed.id, clock.now());
    const body = 'Sold-out listings are sent one by one in the meantime.';
    await notify(tx, { kind: 'feed-stuck', title: `Feed ${feed.feedSubmissionId} is stuck`, body, ...linkTo(feed) });
  });
  await patchSoldOut(deps, feed, 'Sent separately because its feed was stuck');
}

async function patchSoldOut(deps: PushDependencies, { part }: feeds.ListingFeed, note: string): Promise<void> {
  await patchAll(deps, part, await changes.listOpen(deps.db, deps.job.id, { part, limit: MAX_PATCHES, isUrgent: true }), { note });
}
