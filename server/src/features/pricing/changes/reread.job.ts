import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { REREAD_AFTER_MINUTES } from '@stowage/contract/pricing/listing-changes';
import { FOLLOWING_JOBS } from '@stowage/contract/pricing/listing-jobs';
import * as z from 'zod';
import type { MarketplaceListing } from '../../../integrations/marketplace/calls/listings.ts';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { connected } from '../../connection/index.ts';
import { type Job, type JobContext, type JobEnd, openRun } from '../../jobs/index.ts';
import { dollars } from '../engine/decision.rules.ts';
import { checkSkus } from '../quantities/quantity-check.repository.ts';
import { publishStatus } from '../sync/job-reporter.ts';
import { findJob, toMessage } from '../sync/listing-job.repository.ts';
import { checkDrift, type LiveListing } from './drift.rules.ts';
import * as rereads from './reread.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
}

type Reread = Awaited<ReturnType<typeof openRun>>;

const payload = z.object({ listingJobId: z.number() });
const KIND = 'reread-listings';
/** The marketplace returns at most this many listings per call. */
export const LISTINGS_PER_CALL = 20;
/** When the rate limit delays a call longer than this, the job pauses so that other jobs can run. */
const MAX_WAIT_MS = 1_000;
const DRIFTS_LOGGED = 100;

/** Schedules the check whether a job's changes are live, some minutes after its end. Safe to call twice. */
export async function planReread(deps: Pick<Dependencies, 'db' | 'topics'>, listingJobId: number): Promise<void> {
  announceReread(deps.topics, await deps.db.transaction().execute((tx) => openReread(tx, listingJobId)));
}

/** @returns the run of the check; undefined when nothing was sent */
export async function openReread(tx: DatabaseTransaction, listingJobId: number): Promise<Reread | undefined> {
  const planned = await rereads.planRereads(tx, listingJobId);
  return planned === 0 ? undefined : openRun(tx, { kind: KIND, key: `${KIND}-${listingJobId}`, payload: { listingJobId }, requestedBy: null });
}

/** Publishes the check that a committed transaction opened. */
export function announceReread(topics: Dependencies['topics'], run: Reread | undefined): void {
  if (run?.isNew) topics.publish(jobsTopic, { id: run.id, state: 'QUEUED' });
}

/** Reads sent listings from the marketplace and records the differences, because an accepted change is not necessarily live. */
export function rereadJob(deps: Dependencies): Job<typeof payload> {
  return {
    kind: KIND,
    title: FOLLOWING_JOBS[KIND],
    payload,
    run: async ({ listingJobId }, context) => {
      const job = await findJob(deps.db, listingJobId);
      if (job === undefined) return undefined;
      const now = deps.clock.now().getTime();
      // The check is planned shortly before the job's end is stored, so that the end may still be missing.
      const dueInMs = (job.finishedAt?.getTime() ?? now) + REREAD_AFTER_MINUTES * MINUTE_MS - now;
      if (dueInMs > 0) return { againInMs: dueInMs, hasProgressed: true, isDueLater: true };
      const pause = await checkAll(deps, listingJobId, context);
      if (pause !== undefined) return pause;
      const { readCount, driftCount } = await reportProgress(deps, listingJobId, context);
      await context.log(driftCount > 0 ? 'WARN' : 'INFO', [
        `${numberText(readCount)} listings checked, ${numberText(driftCount)} out of sync`,
        ...(await rereads.listDrifted(deps.db, listingJobId, DRIFTS_LOGGED)),
      ]);
      publishStatus(deps.topics, toMessage(job));
      return undefined;
    },
  };
}

async function checkAll(deps: Dependencies, jobId: number, context: JobContext): Promise<JobEnd> {
  const { db, clock, marketplaces } = deps;
  const marketplace = await connected(marketplaces, context);
  for (;;) {
    const unread = await rereads.listUnread(db, jobId, LISTINGS_PER_CALL);
    if (unread.length === 0) return undefined;
    const waitMs = await marketplace.readyInMs('searchListingsItems');
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs, hasProgressed: true };
    const skus = unread.filter(({ isSuperseded }) => !isSuperseded).map(({ sku }) => sku);
    const at = clock.now();
    const liveListings = new Map((await marketplace.listingsOf(skus)).map((listing) => [listing.sku, toLiveListing(listing)]));
    const readings = unread.map(({ sku, isSuperseded, ...sent }) => {
      const live = liveListings.get(sku);
      const read = { sku, price: dollars(live?.priceCents), quantity: live?.quantity ?? null };
      return isSuperseded
        ? { ...read, status: null, result: 'SUPERSEDED' as const, note: null }
        : { ...read, status: live?.status ?? null, ...checkDrift(sent, live) };
    });
    await rereads.saveReadings(db, jobId, readings, at);
    await checkSkus(
      db,
      readings.map(({ sku }) => sku),
    );
    await reportProgress(deps, jobId, context);
  }
}

async function reportProgress({ db }: Dependencies, jobId: number, context: JobContext) {
  const counts = await rereads.countRereads(db, jobId);
  const { plannedCount, readCount, driftCount } = counts;
  await context.progress({ done: readCount, total: plannedCount, message: 'Checking that changes are live', counts: { read: readCount, drifted: driftCount } });
  return counts;
}

export function toLiveListing({ price, channels, isBuyable }: MarketplaceListing): LiveListing & { readonly status: string } {
  const cents = price === undefined ? Number.NaN : Math.round(Number(price) * 100);
  return {
    priceCents: Number.isNaN(cents) ? undefined : cents,
    quantity: channels.find(({ channel }) => channel === 'DEFAULT')?.quantity,
    status: isBuyable ? 'Active' : 'Inactive',
  };
}
