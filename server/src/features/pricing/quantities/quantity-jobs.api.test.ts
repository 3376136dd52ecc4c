import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { newestQuantityJob, setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { hurry, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { SILENT_TOPICS } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listingJobs } from '../index.ts';
import { purgeBackgroundJobsTask } from '../sync/purge-listing-jobs.task.ts';
import { openQuantityJob } from './quantity-job.service.ts';
import { planDue } from './quantity-plan.repository.ts';
import { sendDue } from './send-quantities.service.ts';

const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');

/** Runs before each change that is sent one by one. */
let beforePatch = async (_sku: string): Promise<void> => {};
const through: Marketplace = {
  ...marketplace,
  until: () => through,
  patchListing: async (...call) => {
    await beforePatch(call[0]);
    return marketplace.patchListing(...call);
  },
};
await startTestJobs(app, (topics) => listingJobs({ db, clock: systemClock, topics, marketplaces: { current: async () => through } }));

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const MANY = Array.from({ length: 505 }, (_, nth) => `MANY-${String(nth).padStart(5, '0')}`);
const listing = (sku: string, change: object) => ({ sku, asin: `B0${sku.slice(-8).replace('-', '0')}`, priceCents: 2_000, quantity: 0, ...change });
const scan = async (sku: string) => expect((await admin.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' })).statusCode).toBe(200);
const plan = () => db.transaction().execute((tx) => planDue(tx));
const send = () => sendDue({ db, clock: systemClock, topics: SILENT_TOPICS, marketplace: through, stopping: new AbortController().signal, silentRuns: 0 });
const start = async (url: string) => (await admin.post(url)).json().jobId as string;
/** What Amazon shows once accepted changes are visible. */
async function shown(sku: string): Promise<number | undefined> {
  await sim.advance(5_000);
  return (await marketplace.listing(sku)).channels[0]?.quantity;
}
/** The newest quantity job. Advances it to its next step. */
async function quantityJob(): Promise<{ jobId: string; status: string; feedId: string | null }> {
  await hurry(app);
  return newestQuantityJob(db, admin);
}

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    listing('SYNC-0001', { mapCents: 2_100, available: 1, quantity: 1 }),
    listing('SYNC-0002', { mapCents: 2_000, available: 2, quantity: 1 }),
    listing('CLEAR-001', { mapCents: 2_000 }),
    ...MANY.map((sku) => listing(sku, { available: 1, quantity: 1, mapCents: 2_000 })),
  ]);
});
afterEach(async () => {
  beforePatch = async () => {};
  await sim.clearFaults();
});

it('sends the quantity of the moment with a price, also when a unit was scanned after the plan', async () => {
  beforePatch = async (sku) => {
    beforePatch = async () => {};
    await scan(sku === 'SYNC-0001' ? 'SYNC-0002' : 'SYNC-0001');
  };
  const { jobId } = await finishedJob(app, admin, await start(SYNC), sim);
  expect((await changesOf(db, jobId)).find(({ sku }) => sku === 'SYNC-0002')).toMatchObject({ quantity: 3, outcome: 'ACCEPTED' });
  expect(await shown('SYNC-0002')).toBe(3);
});

it('clears a listing whose quantity was on its way when everything was cleared', async () => {
  await setQuantities(admin, { mode: 'ON' });
  await scan('CLEAR-001');
  await plan();
  let arrive = () => {};
  const onItsWay = new Promise<void>((isOnItsWay) => {
    beforePatch = async (sku) => {
      if (sku !== 'CLEAR-001') return;
      isOnItsWay();
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
    };
  });
  const sending = send();
  await onItsWay;
  const jobId = await start('/api/adminsettings/clearsflocalinventorybulk');
  const message = async () => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().message;
  await expect.poll(message).toBe('Waiting for the quantities that are being sent');
  arrive();
  await sending;
  await finishedJob(app, admin, jobId, sim);
  expect(await shown('CLEAR-001')).toBe(0);
});

it('lets prices start while a job of quantities waits, and ends what a pause leaves unsent', async () => {
  await setQuantities(admin, { mode: 'ON' });
  await sql`update marketplace_listings set quantity = 7 where seller_sku like 'MANY-%'`.execute(db);
  await plan();
  await sim.fault({ effect: 'error503', operation: 'createFeedDocument' });
  await openQuantityJob({ db, clock: systemClock, topics: SILENT_TOPICS });
  await expect.poll(async () => (await quantityJob()).status).toBe('SUBMITTING');
  const syncId = await start(SYNC);
  await setQuantities(admin, { mode: 'PAUSED' });
  await expect.poll(async () => (await quantityJob()).status).toBe('COMPLETED');
  const { jobId: ended } = await quantityJob();
  const feeds = (await admin.get('/api/feeds/status')).json().data as { job_id: string }[];
  expect(feeds.find(({ job_id }) => job_id === ended)).toMatchObject({ status: 'cancelled', feed_submission_id: null });
  await sim.clearFaults();
  const { jobId } = await finishedJob(app, admin, syncId, sim);
  expect((await changesOf(db, jobId)).every(({ quantity }) => quantity === null)).toBe(true);
});

it('sends a newer quantity again as soon as a feed may have put the older one back', async () => {
  await setQuantities(admin, { mode: 'ON' });
  await plan();
  await openQuantityJob({ db, clock: systemClock, topics: SILENT_TOPICS });
  await expect.poll(async () => (await quantityJob()).feedId).not.toBeNull();
  const [sku = ''] = MANY;
  await scan(sku);
  await plan();
  await send();
  expect(await marketplace.listing(sku)).toBeDefined();
  // Amazon has processed the feed, and its report can't be read.
  await sim.fault({ effect: 'error503', operation: 'getFeedDocument' });
  await sim.advance(60_000);
  expect(await shown(sku)).toBe(1);
  const sentAgain = async () => {
    await quantityJob();
    await plan();
    await send();
    return shown(sku);
  };
  await expect.poll(sentAgain).toBe(2);
  expect((await quantityJob()).status).toBe('SUBMITTING');
});

it('is deleted after 90 days with its feed and payload, unlike the jobs of people', async () => {
  // The job of the test before. A job that runs changes what is deleted here.
  await sim.clearFaults();
  await finishedJob(app, admin, (await quantityJob()).jobId, sim);
  const count = async (kind: string) => Number((await sql<{ n: string }>`select count(*) as n from listing_jobs where kind = ${kind}`.execute(db)).rows[0]?.n);
  const synced = await count('sync-listings');
  const orphans = async () =>
    (await sql`select from documents d where store = 'FEED' and not exists (select from listing_feeds f where d.source_key = 'FEED ' || f.id)`.execute(db))
      .rows;
  expect((await sql`select from documents where store = 'FEED'`.execute(db)).rows.length).toBeGreaterThan(0);
  await sql`update listing_jobs set started_at = now() - interval '91 days', finished_at = coalesce(finished_at, now()), status = 'COMPLETED'`.execute(db);
  await purgeBackgroundJobsTask({ db, clock: systemClock }).run({}, new AbortController().signal);
  expect([await count('offer-quantities'), await count('sync-listings'), await orphans()]).toEqual([0, synced, []]);
  expect(synced).toBeGreaterThan(0);
});
