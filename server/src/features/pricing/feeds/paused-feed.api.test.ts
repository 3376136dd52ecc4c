import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, FEED_LISTINGS, finishedJob, jobAfterPause, seedFeedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, sim } = await startTestPricing();

const setPause = (isPaused: boolean) => admin.put('/api/pricing/settings', { pausedChannels: { SELLER_FULFILLED: isPaused } });
/** The job says that it retries once its own repeats of a call have failed. */
const messageOf = async (jobId: string) => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().message;
const feedOf = async (jobId: string) => (await admin.get(`/api/feeds/${jobId}`)).json();

beforeAll(() => seedFeedListings(db, sim));
afterEach(() => sim.clearFaults());

// Amazon may have the feed although its answer is missing: its changes are neither left out nor moved to other positions.
it('keeps a feed that may have been submitted as it is while its channel is paused, and sends it when prices resume', async () => {
  await sim.fault({ effect: 'error503', operation: 'createFeed' });
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory')).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  await setPause(true);
  await sim.clearFaults();
  await expect.poll(async () => (await jobAfterPause(app, admin, jobId)).message).toContain('paused');
  expect((await changesOf(db, jobId)).filter(({ outcome, part }) => outcome === null && part === 1)).toHaveLength(FEED_LISTINGS);
  expect((await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202)).toEqual([]);
  await setPause(false);
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ outcomes: { ACCEPTED: FEED_LISTINGS } });
  expect(await feedOf(jobId)).toMatchObject({ status: 'completed', messages: FEED_LISTINGS, accepted: FEED_LISTINGS });
});

it('ends the feed of a running sync that has nothing left to send', async () => {
  await sql`update price_list_items set map = 21 where product_title = 'SKU-1000'`.execute(db);
  await sim.fault({ effect: 'error503', operation: 'patchListingsItem' });
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory')).json();
  await expect.poll(() => messageOf(jobId)).toContain('Retrying');
  expect(await feedOf(jobId)).toMatchObject({ status: 'processing' });
  await setPause(true);
  await sim.clearFaults();
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ outcomes: { UNCHANGED: FEED_LISTINGS } });
  expect(await feedOf(jobId)).toMatchObject({ status: 'cancelled', process_at: expect.any(String) });
  await setPause(false);
});
