import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { finishedJob, jobAfterPause, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { newestQuantityJob, setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';
import { SILENT_TOPICS } from '../../../../test/fixtures/test-orders.ts';
import { systemClock } from '../../../platform/clock.ts';
import { openQuantityJob } from '../quantities/quantity-job.service.ts';
import { planDue } from '../quantities/quantity-plan.repository.ts';
import { sendDue } from '../quantities/send-quantities.service.ts';

/** What Amazon took although its answer was lost, as when the process is killed in between. */
const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const SOLD_OUT = Array.from({ length: 401 }, (_, nth) => `OUT-${String(nth).padStart(5, '0')}`);
const IN_STOCK = Array.from({ length: 101 }, (_, nth) => `IN-${String(nth).padStart(6, '0')}`);
const MANY = [...SOLD_OUT, ...IN_STOCK];

const { marketplace, admin, app, db, sim } = await startTestPricing();

const listing = (sku: string, change: object) => ({ sku, asin: `B0${sku.slice(-8).replace('-', '0')}`, priceCents: 1_990, quantity: 0, ...change });
const plan = () => db.transaction().execute((tx) => planDue(tx));
const send = () => sendDue({ db, clock: systemClock, topics: SILENT_TOPICS, marketplace, stopping: new AbortController().signal, silentRuns: 0 });
const messageOf = async (jobId: string) => (await jobAfterPause(app, admin, jobId)).message;
const shown = async (sku: string) => {
  await sim.advance(5_000);
  return marketplace.listing(sku);
};
const setMap = (sku: string, map: number) => sql`update price_list_items set map = ${map} where product_title = ${sku}`.execute(db);

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    listing('PRICE-001', { mapCents: 2_000 }),
    listing('PAUSE-001', { quantity: 1, available: 1 }),
    ...SOLD_OUT.map((sku) => listing(sku, {})),
    ...IN_STOCK.map((sku) => listing(sku, { available: 2 })),
  ]);
  await sql`update marketplace_listings set gone_at = now() where seller_sku = any(${MANY}::text[])`.execute(db);
});
afterEach(() => sim.clearFaults());

it('sends a price that replaces one whose answer was lost', async () => {
  await sim.fault({ effect: 'lost', operation: 'patchListingsItem' });
  const { jobId } = (await admin.post(SYNC)).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  // The price of before is wanted again.
  await setMap('PRICE-001', 19.9);
  await sim.clearFaults();
  await finishedJob(app, admin, jobId, sim);
  await finishedJob(app, admin, (await admin.post(SYNC)).json().jobId, sim);
  expect((await shown('PRICE-001')).price).toBe('19.90');
});

it('sends a quantity by itself while the sync that was to send it waits for paused prices', async () => {
  await sql`update listing_counts c set on_hand = 0 from listings l where l.id = c.listing_id and l.seller_sku = 'PAUSE-001'`.execute(db);
  await setQuantities(admin, { mode: 'ON' });
  await setMap('PRICE-001', 20.1);
  await sim.fault({ effect: 'error503', operation: 'patchListingsItem' });
  const { jobId } = (await admin.post(SYNC)).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  await admin.put('/api/pricing/settings', { isPaused: true });
  await sim.clearFaults();
  await expect.poll(() => messageOf(jobId)).toContain('paused');
  await plan();
  await send();
  expect((await shown('PAUSE-001')).channels[0]?.quantity).toBe(0);
  await admin.put('/api/pricing/settings', { isPaused: false });
  await finishedJob(app, admin, jobId, sim);
});

it('clears after a feed of quantities that Amazon took without an answer, which would offer them again', async () => {
  await sql`update marketplace_listings set gone_at = null, quantity = case when seller_sku like 'IN-%' then 0 end where seller_sku = any(${MANY}::text[])`.execute(
    db,
  );
  await setQuantities(admin, { mode: 'ON' });
  await plan();
  await sim.fault({ effect: 'feed-stuck', operation: 'createFeed', times: 1 });
  await sim.fault({ effect: 'lost', operation: 'createFeed' });
  // The first look is for the feeds before this one.
  await sim.fault({ effect: 'missing-role', operation: 'getFeeds', skip: 1 });
  await openQuantityJob({ db, clock: systemClock, topics: SILENT_TOPICS });
  await expect.poll(async () => (await newestQuantityJob(db, admin)).message).toContain('Retrying');
  await sim.clearFaults();
  const { jobId } = (await admin.post('/api/adminsettings/clearsflocalinventorybulk')).json();
  // As a minute later: what was called then has ended, and the feed is in Amazon's queue.
  await sql`update quantity_offers set sent_at = sent_at - interval '61 seconds'`.execute(db);
  const isFollowed = async () => {
    await hurry(app);
    return (await newestQuantityJob(db, admin)).feedId !== null;
  };
  await expect.poll(isFollowed).toBe(true);
  expect(await jobAfterPause(app, admin, jobId)).toMatchObject({ isComplete: false, message: 'Waiting for the quantities that are being sent' });
});
