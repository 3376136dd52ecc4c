import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { REREAD_AFTER_MINUTES } from '@stowage/contract/pricing/listing-changes';
import { FOLLOWING_JOBS } from '@stowage/contract/pricing/pricing';
import * as z from 'zod';
import type { MarketplaceListing } from '../../../integrations/marketplace/calls/listings.ts';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { connected } from '../../connection/index.ts';
import { insertRun, type Job, type JobContext, type JobEnd } from '../../jobs/index.ts';
import { dollars } from '../engine/decision.rules.ts';
import { publishStatus } from '../sync/job-reporter.ts';
import { findJob, toMessage } from '../sync/listing-job.repository.ts';
import { compareShown, type ShownListing } from './drift.rules.ts';
import * as rereads from './reread.repository.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
}

const payload = z.object({ listingJobId: z.number() });
const KIND = 'reread-listings';
/** As many as the marketplace tells in one call. */
const BATCH = 20;
/** Longer than that the job does not wait for its turn: it rests. */
const MAX_WAIT_MS = 1_000;
const DRIFTS_LOGGED = 100;

/** Plans that what a job sent is read again, some minutes after its end. Planning it twice changes nothing. */
export async function planReread({ db, topics }: Pick<Dependencies, 'db' | 'topics'>, listingJobId: number): Promise<void> {
  const run = await db.transaction().execute(async (tx) => {
    const planned = await rereads.planRereads(tx, listingJobId);
    return planned === 0 ? undefined : insertRun(tx, { kind: KIND, key: `${KIND}-${listingJobId}`, payload: { listingJobId }, requestedBy: null });
  });
  if (run?.isNew) topics.publish(jobsTopic, { id: run.id, state: 'QUEUED' });
}

/** Accepted does not mean live: reads from the marketplace what a job sent, and keeps what differs. */
export function rereadJob(deps: Dependencies): Job<typeof payload> {
  return {
    kind: KIND,
    title: FOLLOWING_JOBS[KIND],
    payload,
    run: async ({ listingJobId }, context) => {
      const job = await findJob(deps.db, listingJobId);
      if (job === undefined) return undefined;
      const now = deps.clock.now().getTime();
      // It is planned a moment before the job's end is written down.
      const dueInMs = (job.finishedAt?.getTime() ?? now) + REREAD_AFTER_MINUTES * 60_000 - now;
      if (dueInMs > 0) return { againInMs: dueInMs, hasProgressed: true };
      const again = await readAll(deps, listingJobId, context);
      if (again !== undefined) return again;
      const { readCount, driftCount } = await tellProgress(deps, listingJobId, context);
      await context.log(driftCount > 0 ? 'WARN' : 'INFO', [
        `${readCount.toLocaleString('en')} read again, ${driftCount.toLocaleString('en')} differ from what the marketplace told`,
        ...(await rereads.listDrifted(deps.db, listingJobId, DRIFTS_LOGGED)),
      ]);
      publishStatus(deps.topics, toMessage(job));
      return undefined;
    },
  };
}

async function readAll(deps: Dependencies, jobId: number, context: JobContext): Promise<JobEnd> {
  const { db, clock, marketplaces } = deps;
  const marketplace = await connected(marketplaces, context);
  for (;;) {
    const unread = await rereads.listUnread(db, jobId, BATCH);
    if (unread.length === 0) return undefined;
    const waitMs = marketplace.readyInMs('searchListingsItems');
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs, hasProgressed: true };
    const shown = await readShown(
      marketplace,
      unread.filter(({ isSuperseded }) => !isSuperseded).map(({ sku }) => sku),
    );
    const readings = unread.map(({ sku, isSuperseded, ...told }) => {
      const listing = shown.get(sku);
      const read = { sku, price: dollars(listing?.priceCents), quantity: listing?.quantity ?? null };
      return isSuperseded ? { ...read, result: 'SUPERSEDED' as const, note: null } : { ...read, ...compareShown(told, listing) };
    });
    await rereads.saveReadings(db, jobId, readings, clock.now());
    await tellProgress(deps, jobId, context);
  }
}

async function tellProgress({ db }: Dependencies, jobId: number, context: JobContext) {
  const counts = await rereads.countRereads(db, jobId);
  const { plannedCount, readCount, driftCount } = counts;
  await context.progress({ done: readCount, total: plannedCount, message: 'Reading again what was sent', counts: { read: readCount, drifted: driftCount } });
  return counts;
}

async function readShown(marketplace: Marketplace, skus: readonly string[]): Promise<Map<string, ShownListing>> {
  return new Map((await marketplace.listingsOf(skus)).map((listing) => [listing.sku, toShown(listing)]));
}

function toShown({ price, channels }: MarketplaceListing): ShownListing {
  const cents = price === undefined ? Number.NaN : Math.round(Number(price) * 100);
  return {
    priceCents: Number.isNaN(cents) ? undefined : cents,
    quantity: channels.find(({ channel }) => channel === 'DEFAULT')?.quantity,
  };
}
