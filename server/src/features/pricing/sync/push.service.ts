import { DAY_MS } from '@stowage/contract/formats/durations';
import { type FeedProgress, MAX_CHANGES_PER_FEED } from '../../../integrations/marketplace/calls/feeds.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { fileSource } from '../../documents/filing/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { feedPauseMs, readAnswers, STUCK_AFTER_MS } from '../feeds/feed-answer.rules.ts';
import * as feeds from '../feeds/listing-feed.repository.ts';
import * as changes from './change.repository.ts';
import { patchesOf } from './change-patches.rules.ts';
import type { JobReporter } from './job-reporter.ts';
import type { ListingJobRow } from './listing-job.repository.ts';

export interface PushDependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplace: Marketplace;
  readonly job: ListingJobRow;
  readonly reporter: JobReporter;
  readonly context: JobContext;
  readonly operationType: string;
}

/** So many changes go out one by one; more are a feed. */
const MAX_PATCHES = 500;
const PATCH_BATCH = 20;
/** Longer than that a job does not wait for its turn: it rests, and others have the worker. */
const MAX_WAIT_MS = 1_000;
/** A feed that nothing is heard of for so long is given up. */
const GIVE_UP_AFTER_MS = DAY_MS;
/** One that was just submitted may not be known everywhere yet; later, the marketplace has lost it, as a simulator that was started anew has. */
const UNKNOWN_AFTER_MS = 2 * 60_000;
/** Of a processing report, so much is kept as it came. */
const RESULTS_LENGTH = 200_000;

/** Orders what is to go out into parts, once. @returns how many changes go out */
export async function planPush(tx: DatabasePool, jobId: number): Promise<number> {
  return changes.planParts(tx, jobId, { maxPatches: MAX_PATCHES, feedSize: MAX_CHANGES_PER_FEED });
}

/** Sends the next part, or looks what became of it. @returns when to go on; undefined when everything has its outcome */
export async function pushNext(deps: PushDependencies): Promise<{ againInMs: number } | undefined> {
  const part = await changes.findOpenPart(deps.db, deps.job.id);
  if (part === undefined) return undefined;
  return part === changes.PATCHES_PART ? sendPatches(deps, part) : followFeed(deps, part);
}

async function sendPatches(deps: PushDependencies, part: number): Promise<{ againInMs: number }> {
  const { db, clock, job, context, reporter, operationType } = deps;
  const all = await changes.listPart(db, job.id, part);
  const row = { jobId: job.id, part, feedType: 'LISTING_PATCHES', operationType, messages: all.length, createdBy: job.startedBy, now: clock.now() };
  const feed = await openFeed(db, row);
  await feeds.saveFeedStatus(db, feed.id, 'processing');
  for (;;) {
    const open = await changes.listOpen(db, job.id, { part, limit: PATCH_BATCH });
    const [next] = open;
    if (next === undefined) break;
    const waitMs = deps.marketplace.readyInMs('patchListingsItem');
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs };
    await patchAll(deps, part, open);
    await context.progress({ done: next.position, total: all.length, message: 'Sending changes one by one' });
    await reporter.tell({
      message: `Sending changes one by one: ${(next.position + 1).toLocaleString('en')} of ${all.length.toLocaleString('en')}`,
      current: next.position,
    });
  }
  await feeds.closeFeed(db, { id: feed.id, status: 'completed', results: null, now: clock.now() });
  return { againInMs: 0 };
}

/** Opens a feed, and files its payload once. The payload follows from the feed's changes: nothing is stored twice. */
function openFeed(db: DatabasePool, feed: feeds.NewFeed): Promise<feeds.ListingFeed> {
  return db.transaction().execute(async (tx) => {
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
  });
}

/** Each answer is written down at once: a process that is killed repeats one patch at most, which says what shall be. */
async function patchAll({ db, clock, marketplace, job }: PushDependencies, part: number, open: readonly changes.PlannedChange[], note?: string): Promise<void> {
  for (const change of open) {
    const answer = await patchOne(marketplace, change);
    const reason = [note, answer.reason].filter(Boolean).join('; ') || null;
    await changes.saveAnswers(db, { jobId: job.id, part, answers: [{ position: change.position, ...answer, reason }], now: clock.now() });
  }
}

async function patchOne(marketplace: Marketplace, change: changes.PlannedChange): Promise<Omit<changes.Answer, 'position'>> {
  try {
    const warnings = await marketplace.patchListing(change.sku, patchesOf(change, marketplace.marketplaceId));
    return warnings.length === 0 ? { outcome: 'ACCEPTED', reason: null } : { outcome: 'WARNING', reason: warnings.join('; ') };
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.kind !== 'refused') throw error;
    return { outcome: 'REJECTED', reason: error.message };
  }
}

async function followFeed(deps: PushDependencies, part: number): Promise<{ againInMs: number }> {
  const { db, clock, marketplace, job, reporter } = deps;
  const known = await feeds.findFeed(db, job.id, part);
  const feedId = known?.feedSubmissionId ?? undefined;
  if (known === undefined || feedId === undefined) return submit(deps, part);
  const ageMs = clock.now().getTime() - known.submittedAt.getTime();
  const { status, reportDocumentId } = await progressOf(marketplace, feedId);
  if (status === 'UNKNOWN' && ageMs > UNKNOWN_AFTER_MS) {
    await abandon(deps, known, 'failed', 'The marketplace does not know the feed any more: look at the listing before you send it again');
    return { againInMs: 0 };
  }
  if (status === 'DONE' && reportDocumentId !== undefined) {
    await readReport(deps, known, reportDocumentId);
    return { againInMs: 0 };
  }
  if (status === 'DONE' || status === 'FATAL' || status === 'CANCELLED') {
    await abandon(
      deps,
      known,
      status === 'CANCELLED' ? 'cancelled' : 'failed',
      `The marketplace ended the whole feed as ${status}: look at the listing before you send it again`,
    );
    return { againInMs: 0 };
  }
  if (ageMs > GIVE_UP_AFTER_MS) {
    await abandon(deps, known, 'failed', 'The marketplace did not finish the feed within a day: what became of it is not known');
    return { againInMs: 0 };
  }
  await feeds.saveFeedStatus(db, known.id, status === 'IN_PROGRESS' ? 'processing' : 'pending');
  if (ageMs > STUCK_AFTER_MS) await relieve(deps, known);
  const words = { IN_PROGRESS: 'is being worked through', IN_QUEUE: 'waits in the marketplace’s queue', UNKNOWN: 'is not known to the marketplace yet' }[
    status
  ];
  const stuck = ageMs > STUCK_AFTER_MS ? ` It is stuck: ${Math.round(ageMs / 60_000)} minutes so far.` : '';
  await reporter.tell({ status: 'SUBMITTING', message: `Feed ${feedId} ${words}.${stuck}`, feedId });
  return { againInMs: feedPauseMs(ageMs) };
}

/** What became of a feed; UNKNOWN when the marketplace says that there is none of this number. */
async function progressOf(marketplace: Marketplace, feedId: string): Promise<Omit<FeedProgress, 'status'> & { status: FeedProgress['status'] | 'UNKNOWN' }> {
  try {
    return await marketplace.feedProgress(feedId);
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.status !== 404) throw error;
    return { status: 'UNKNOWN', reportDocumentId: undefined };
  }
}

async function submit(deps: PushDependencies, part: number): Promise<{ againInMs: number }> {
  const { db, clock, marketplace, job, reporter, operationType } = deps;
  const all = await changes.listPart(db, job.id, part);
  const row = { jobId: job.id, part, feedType: 'JSON_LISTINGS_FEED', operationType, messages: all.length, createdBy: job.startedBy, now: clock.now() };
  const feed = await openFeed(db, row);
  await reporter.tell({ status: 'SUBMITTING', message: `Submitting ${all.length.toLocaleString('en')} changes` });
  // Under one key there is one feed, whatever happens to the process.
  const feedId = await marketplace.submitFeed(
    `listing-job-${job.id}-${part}`,
    all.map((change) => ({ sku: change.sku, patches: patchesOf(change, marketplace.marketplaceId) })),
  );
  await feeds.markSubmitted(db, feed.id, feedId);
  await reporter.tell({ status: 'SUBMITTING', message: `Feed ${feedId} was submitted`, feedId });
  return { againInMs: feedPauseMs(0) };
}

async function readReport({ db, clock, marketplace, job, reporter }: PushDependencies, feed: feeds.ListingFeed, documentId: string): Promise<void> {
  const outcome = await marketplace.feedOutcome(documentId);
  const { answers, others } = readAnswers(outcome);
  await changes.saveAnswers(db, { jobId: job.id, part: feed.part, answers, others, now: clock.now() });
  const results = JSON.stringify(outcome).slice(0, RESULTS_LENGTH);
  await feeds.closeFeed(db, { id: feed.id, status: 'completed', results, now: clock.now() });
  const counts = await changes.countOutcomes(db, job.id);
  const { open = 0, ...done } = counts;
  await reporter.tell({
    status: 'SUBMITTING',
    current: Object.values(done).reduce((sum, count) => sum + count, 0),
    message: `Feed ${feed.feedSubmissionId} is done, ${open.toLocaleString('en')} to go`,
  });
}

async function abandon({ db, clock, job }: PushDependencies, feed: feeds.ListingFeed, status: 'failed' | 'cancelled', reason: string): Promise<void> {
  await changes.saveAnswers(db, { jobId: job.id, part: feed.part, answers: [], others: { outcome: 'REJECTED', reason }, now: clock.now() });
  await db.transaction().execute(async (tx) => {
    await feeds.closeFeed(tx, { id: feed.id, status, results: JSON.stringify({ status, reason }), now: clock.now() });
    if (status === 'failed') await notify(tx, { kind: 'feed-failed', title: `Feed ${feed.feedSubmissionId} failed`, body: reason, ...aboutFeed(feed) });
  });
}

function aboutFeed({ id, feedSubmissionId }: feeds.ListingFeed): { record: { kind: string; id: number }; path: string } {
  return { record: { kind: 'feed', id }, path: `/feed-status?feed=${encodeURIComponent(feedSubmissionId ?? '')}` };
}

/** A stuck feed must not let anybody buy what is sold out: those go out by themselves. */
async function relieve(deps: PushDependencies, feed: feeds.ListingFeed): Promise<void> {
  const { db, clock, job, context } = deps;
  if (feed.stuckAt === null) await context.log('WARN', [`Feed ${feed.feedSubmissionId} is stuck; listings that are sold out are sent one by one`]);
  await db.transaction().execute(async (tx) => {
    await feeds.markStuck(tx, feed.id, clock.now());
    const body = 'Listings that are sold out are sent one by one meanwhile.';
    await notify(tx, { kind: 'feed-stuck', title: `Feed ${feed.feedSubmissionId} is stuck`, body, ...aboutFeed(feed) });
  });
  const urgent = await changes.listOpen(db, job.id, { part: feed.part, limit: MAX_PATCHES, isUrgent: true });
  await patchAll(deps, feed.part, urgent, 'Sent by itself, because its feed was stuck');
}
