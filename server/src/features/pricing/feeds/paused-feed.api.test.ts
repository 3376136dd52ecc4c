import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';

/** One more than are sent one by one. */
const LISTINGS = 501;

const { admin, app, db, sim } = await startTestPricing();

const setPause = (isPaused: boolean) => admin.put('/api/pricing/settings', { pausedChannels: { SELLER_FULFILLED: isPaused } });
/** The job says that it retries once its own repeats of a call have failed. */
const messageOf = async (jobId: string) => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().message;
const feedOf = async (jobId: string) => (await admin.get(`/api/feeds/${jobId}`)).json();

beforeAll(() =>
  seedPricedListings(
    db,
    sim,
    Array.from({ length: LISTINGS }, (_, nth) => ({
      sku: `SKU-${1_000 + nth}`,
      asin: `B${1_000_000_000 + nth}`.slice(0, 10),
      mapCents: 2_000,
      priceCents: 1_990,
      quantity: 0,
    })),
  ),
);
afterEach(() => sim.clearFaults());

// Amazon may have the feed although its answer is missing: its changes are neither left out nor moved to other positions.
it('keeps a feed that may have been submitted as it is while its channel is paused, and sends it when prices resume', async () => {
  await sim.fault({ effect: 'error503', operation: 'createFeed' });
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory')).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  await setPause(true);
  await sim.clearFaults();
  const messageOfNextStep = async () => {
    await hurry(app);
    return messageOf(jobId);
  };
  await expect.poll(messageOfNextStep).toContain('paused');
  expect((await changesOf(db, jobId)).filter(({ outcome, part }) => outcome === null && part === 1)).toHaveLength(LISTINGS);
  expect((await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202)).toEqual([]);
  await setPause(false);
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ outcomes: { ACCEPTED: LISTINGS } });
  expect(await feedOf(jobId)).toMatchObject({ status: 'completed', messages: LISTINGS, accepted: LISTINGS });
});

it('ends the feed of a running sync that has nothing left to send', async () => {
  await sql`update price_list_items set map = 21 where product_title = 'SKU-1000'`.execute(db);
  await sim.fault({ effect: 'error503', operation: 'patchListingsItem' });
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory')).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  expect(await feedOf(jobId)).toMatchObject({ status: 'processing' });
  await setPause(true);
  await sim.clearFaults();
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ outcomes: { UNCHANGED: LISTINGS } });
  expect(await feedOf(jobId)).toMatchObject({ status: 'cancelled', process_at: expect.any(String) });
  await setPause(false);
});
