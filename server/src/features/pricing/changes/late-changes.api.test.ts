import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, finishedJob, jobAfterPause, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, marketplace, sim } = await startTestPricing();

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const CLEAR = '/api/adminsettings/clearsflocalinventorybulk';
const setMap = (sku: string, dollars: number) => sql`update price_list_items set map = ${dollars} where product_title = ${sku}`.execute(db);
const setPause = (isPaused: boolean) => admin.put('/api/pricing/settings', { isPaused });
const messageOf = async (jobId: string) => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().message;
const changeOf = async (jobId: string, sku: string) => (await changesOf(db, jobId)).find((one) => one.sku === sku);
const newestJob = async () => (await sql<{ code: string }>`select code from listing_jobs order by id desc limit 1`.execute(db)).rows[0]?.code;
const live = async (sku: string) => {
  await sim.advance(10_000);
  return marketplace.listing(sku);
};

beforeAll(() =>
  seedPricedListings(db, sim, [
    { sku: 'MAP', asin: 'B000000001', mapCents: 2_000, priceCents: 1_950, quantity: 1, available: 1 },
    { sku: 'SAME', asin: 'B000000002', mapCents: 2_000, priceCents: 1_950, quantity: 1, available: 1 },
    { sku: 'HAND', asin: 'B0000000FB', mapCents: 3_000, priceCents: 2_900, quantity: 4, channel: 'AMAZON_NA' },
    { sku: 'MOVED', asin: 'B000000003', mapCents: 2_000, priceCents: 2_000, quantity: 2, available: 2 },
    { sku: 'SOLD', asin: 'B000000004', mapCents: 2_000, priceCents: 2_000, quantity: 3, available: 3 },
    { sku: 'KEPT', asin: 'B000000005', mapCents: 2_000, priceCents: 2_000, quantity: 2, available: 2 },
  ]),
);
beforeEach(() => app.clock.set(new Date()));
afterEach(() => sim.clearFaults());

/** Starts a job that decides its changes and can't send them yet. Some calls answer only when their job has ended, or after a while. */
async function startedUnsent(url: string): Promise<string> {
  await sim.fault({ effect: 'missing-role', operation: 'patchListingsItem' });
  const before = await newestJob();
  void admin.post(url);
  await expect.poll(newestJob).not.toBe(before);
  const jobId = (await newestJob()) ?? '';
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  return jobId;
}

it('sends no price that is no longer wanted when prices resume', async () => {
  const jobId = await startedUnsent(SYNC);
  await setPause(true);
  await sim.clearFaults();
  await expect.poll(async () => (await jobAfterPause(app, admin, jobId)).message).toContain('paused');
  await setMap('MAP', 18);
  await setPause(false);
  await finishedJob(app, admin, jobId, sim);
  expect(await changeOf(jobId, 'MAP')).toMatchObject({ outcome: 'UNCHANGED', price: null, reason: expect.stringContaining('the price was not sent') });
  expect(await live('MAP')).toMatchObject({ price: '19.50' });
  expect(await live('SAME')).toMatchObject({ price: '20.00' });
});

it('does not replace a price that a person sent while the job ran', async () => {
  const jobId = await startedUnsent('/api/fba/bulk-update-prices');
  await sim.clearFaults();
  expect((await admin.post('/api/fba/update-price', { asin: 'B0000000FB', price: 28 })).json()).toMatchObject({ success: true });
  await finishedJob(app, admin, jobId, sim);
  expect(await live('HAND')).toMatchObject({ price: '28.00' });
});

it('restores no quantity of a listing that Amazon fulfills now, and not more than the stock while quantities follow it', async () => {
  await sql`update quantity_settings set mode = 'ON'`.execute(db);
  const clear = await finishedJob(app, admin, (await admin.post(CLEAR)).json().jobId, sim);
  expect(clear.outcomes).toMatchObject({ ACCEPTED: 5 });
  await sql`update marketplace_listings set channel = 'AMAZON_NA' where seller_sku = 'MOVED'`.execute(db);
  await sql`update listing_counts set on_hand = 1 where listing_id = (select id from listings where seller_sku = 'SOLD')`.execute(db);
  await sim.clearJournal();
  const { jobId } = (await admin.post(`/api/pricing/jobs/${clear.jobId}/restore`)).json();
  await finishedJob(app, admin, jobId, sim);
  expect(await changeOf(jobId, 'MOVED')).toMatchObject({ outcome: 'UNCHANGED', quantity: null });
  expect((await sim.journal()).filter(({ operation, path }) => operation === 'patchListingsItem' && path.includes('MOVED'))).toEqual([]);
  expect(await live('SOLD')).toMatchObject({ channels: [{ quantity: 1 }] });
  expect(await live('KEPT')).toMatchObject({ channels: [{ quantity: 2 }] });
});
