import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, FEED_LISTINGS, finishedJob, jobAfterPause, seedFeedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';

const { admin, app, db, marketplace, sim } = await startTestPricing();

const jobOf = async (jobId: string) => (await admin.get(`/api/pricing/jobs/${jobId}`)).json();
const feedOf = async (jobId: string) => (await admin.get(`/api/feeds/${jobId}`)).json();
const lookedAgain = (jobId: string) => jobAfterPause(app, admin, jobId);

beforeAll(() => seedFeedListings(db, sim));
afterEach(() => sim.clearFaults());

/** Starts a sync whose feed Amazon does not take yet. */
async function startedUnsubmitted(): Promise<string> {
  await sim.fault({ effect: 'missing-role', operation: 'createFeed' });
  const { jobId } = (await admin.post(SYNC)).json();
  await expect.poll(async () => (await jobOf(jobId)).message).toContain('Retrying');
  await sim.clearFaults();
  return jobId;
}

it('submits a feed that Amazon did not take with the prices of the new attempt', async () => {
  const jobId = await startedUnsubmitted();
  await sql`update price_list_items set map = 18 where product_title = 'SKU-1000'`.execute(db);
  const job = await finishedJob(app, admin, jobId, sim);
  expect(job.outcomes).toEqual({ ACCEPTED: FEED_LISTINGS - 1, UNCHANGED: 1 });
  expect((await changesOf(db, jobId)).find(({ sku }) => sku === 'SKU-1000')).toMatchObject({ outcome: 'UNCHANGED', price: null });
  expect(await feedOf(jobId)).toMatchObject({ status: 'completed', messages: FEED_LISTINGS - 1, accepted: FEED_LISTINGS - 1 });
  expect((await admin.get('/api/documents?type=FEED_PAYLOAD')).json().rows).toHaveLength(1);
});

it('gives each listing the answer to what was sent to it when a feed without an answer is shown late', async () => {
  await sql`update price_list_items set map = 20.6`.execute(db);
  await sim.fault({ effect: 'lost', operation: 'createFeed', times: 1 });
  await sim.fault({ effect: 'feed-errors', operation: 'createFeed', times: 1 });
  // The first look is for the feeds before this one.
  await sim.fault({ effect: 'missing-role', operation: 'getFeeds', skip: 1 });
  const { jobId } = (await admin.post(SYNC)).json();
  await expect.poll(async () => (await jobOf(jobId)).message).toContain('Retrying');
  await sim.clearFaults();
  await sim.fault({ effect: 'feeds-late', operation: 'getFeeds', times: 1 });
  // Its price of before is wanted again, so that a new decision would leave it out.
  await sql`update price_list_items set map = 20 where product_title = 'SKU-1001'`.execute(db);
  await finishedJob(app, admin, jobId, sim);
  const answered = (await changesOf(db, jobId)).filter(({ sku }) => sku < 'SKU-1030');
  await sim.advance(5_000);
  const shown = await Promise.all(answered.map(async ({ sku, price }) => ({ sku, isTaken: (await marketplace.listing(sku)).price === price })));
  expect(shown).toEqual(answered.map(({ sku, outcome }) => ({ sku, isTaken: outcome === 'ACCEPTED' })));
  expect(new Set(answered.map(({ outcome }) => outcome))).toEqual(new Set(['ACCEPTED', 'REJECTED']));
});

it('waits for a feed without an answer, and decides its changes again once it is lost', async () => {
  await sql`update price_list_items set map = 20.8`.execute(db);
  await sim.fault({ effect: 'lost', operation: 'createFeed', times: 1 });
  await sim.fault({ effect: 'missing-role', operation: 'getFeeds', skip: 1 });
  const { jobId } = (await admin.post(SYNC)).json();
  await expect.poll(async () => (await jobOf(jobId)).message).toContain('Retrying');
  const setAge = (age: string) => sql`update feed_submissions set attempted_at = now() - ${age}::interval where feed_id is null`.execute(db);
  await setAge('15 minutes');
  await sim.clearFaults();
  await sim.fault({ effect: 'feeds-late', operation: 'getFeeds' });
  await expect.poll(async () => (await lookedAgain(jobId)).message).toContain('Waiting until it is certain');
  const before = (await changesOf(db, jobId)).find(({ sku }) => sku === 'SKU-1001')?.price;
  await sql`update price_list_items set map = 20 where product_title = 'SKU-1001'`.execute(db);
  await setAge('31 minutes');
  const job = await finishedJob(app, admin, jobId, sim);
  expect(before).not.toBeNull();
  expect((await changesOf(db, jobId)).find(({ sku }) => sku === 'SKU-1001')).toMatchObject({ outcome: 'UNCHANGED', price: null });
  expect(job.outcomes).toEqual({ ACCEPTED: FEED_LISTINGS - 1, UNCHANGED: 1 });
});

it('counts the age of a feed from the attempt that Amazon took, and closes it when its job is canceled', async () => {
  await sql`update price_list_items set map = 20.1`.execute(db);
  const jobId = await startedUnsubmitted();
  await sql`update listing_feeds set submitted_at = now() - interval '25 hours' where feed_submission_id is null`.execute(db);
  await sim.fault({ effect: 'feed-stuck', operation: 'createFeed' });
  await expect.poll(() => lookedAgain(jobId)).toMatchObject({ message: expect.stringMatching(/^Feed \d+ is queued on Amazon\.$/) });
  expect(await feedOf(jobId)).toMatchObject({ status: 'pending' });
  const { rows } = await sql<{ run_id: number }>`select run_id from listing_jobs where code::text = ${jobId}`.execute(db);
  await admin.post(`/api/jobs/${rows[0]?.run_id}/cancel`);
  await expect.poll(() => jobOf(jobId)).toMatchObject({ status: 'ERROR' });
  await expect.poll(() => feedOf(jobId)).toMatchObject({ status: 'failed', errors: FEED_LISTINGS });
});

it('sends the sold-out listings of a feed that failed one by one', async () => {
  await sql`update price_list_items set map = 20.2`.execute(db);
  await sql`update marketplace_listings set quantity = 3 where seller_sku in ('SKU-1000', 'SKU-1001')`.execute(db);
  await sim.fault({ effect: 'feed-fatal', operation: 'createFeed', times: 1 });
  const { jobId } = (await admin.post(SYNC)).json();
  const job = await finishedJob(app, admin, jobId, sim);
  expect(job.outcomes).toEqual({ ACCEPTED: 2, REJECTED: FEED_LISTINGS - 2 });
  expect((await changesOf(db, jobId)).filter(({ outcome }) => outcome === 'ACCEPTED')).toMatchObject([
    { sku: 'SKU-1000', quantity: 0, reason: 'Sent separately because its feed failed' },
    { sku: 'SKU-1001', quantity: 0 },
  ]);
  expect(await feedOf(jobId)).toMatchObject({ status: 'failed', accepted: 2, errors: FEED_LISTINGS - 2 });
});

it('restores what a feed of a canceled clear may have cleared', async () => {
  await sql`update marketplace_listings set quantity = 3`.execute(db);
  await sim.fault({ effect: 'feed-stuck', operation: 'createFeed', times: 1 });
  const { jobId } = (await admin.post('/api/adminsettings/clearsflocalinventorybulk')).json();
  await expect.poll(() => lookedAgain(jobId)).toMatchObject({ feedId: expect.any(String) });
  const { rows } = await sql<{ run_id: number }>`select run_id from listing_jobs where code::text = ${jobId}`.execute(db);
  await admin.post(`/api/jobs/${rows[0]?.run_id}/cancel`);
  await expect.poll(() => lookedAgain(jobId)).toMatchObject({ status: 'ERROR', outcomes: { REJECTED: FEED_LISTINGS } });
  const restored = await finishedJob(app, admin, (await admin.post(`/api/pricing/jobs/${jobId}/restore`)).json().jobId, sim);
  expect(restored).toMatchObject({ kind: 'restore-listings', outcomes: { ACCEPTED: FEED_LISTINGS } });
});
