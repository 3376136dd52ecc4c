import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createWorkerProcess } from '../../../../test/fixtures/worker-process.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createMarketplace } from '../../../integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createFeedSubmissions } from '../../connection/internals.ts';
import { listingJobs } from '../index.ts';

/** Three in a hundred of these listings are rejected, because the marketplace doesn't know them. */
const LISTINGS = 3_000;
const isGhost = (nth: number) => nth % 100 < 3;

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account, connections: 20 });
const { db } = app;
// Submissions are stored in the database, as in every process of the product.
const marketplace = createMarketplace({ account, logger: createLogger('silent'), submissions: createFeedSubmissions(db, app.connection) });
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const worker = createWorkerProcess(app, account);

beforeAll(async () => {
  const listings = Array.from({ length: LISTINGS }, (_, nth) => ({
    ...{
      sku: `SKU-${String(nth).padStart(5, '0')}`,
      asin: `B${String(nth).padStart(9, '0')}`,
      mapCents: 1_000 + nth,
      priceCents: 1_010 + nth,
      quantity: nth % 7,
    },
    ...{ available: nth % 5 === 0 ? 1 : 0, isGhost: isGhost(nth) },
  }));
  await seedPricedListings(db, sim, listings);
});

it('a sync that is killed during pricing and after the submission ends with one outcome per listing and applies nothing twice', async () => {
  worker.start();
  // The queue exists after that process has created it.
  let jobId = '';
  const start = async () => {
    const answer = await admin.post('/api/adminsettings/syncelocalandamazonsfinventory');
    jobId = answer.json().jobId;
    return answer.statusCode;
  };
  await expect.poll(start, { timeout: 90_000 }).toBe(200);
  const decided = async () => Number((await sql<{ count: number }>`select count(*)::int as count from listing_changes`.execute(db)).rows[0]?.count);
  await expect.poll(decided, { timeout: 90_000, interval: 1 }).toBeGreaterThan(0);
  await worker.kill();
  expect(await decided()).toBeLessThanOrEqual(LISTINGS);

  worker.start();
  const submitted = async () => {
    await hurry(app);
    return (await sim.journal()).filter(({ operation }) => operation === 'createFeed').length;
  };
  await expect.poll(submitted, { timeout: 90_000, interval: 5 }).toBe(1);
  await worker.kill();

  await startTestJobs(app, (topics) => listingJobs({ db, clock: systemClock, topics, marketplaces: { current: async () => marketplace } }));
  const job = await finishedJob(app, admin, jobId, sim);
  expect(job).toMatchObject({ status: 'COMPLETED', hasError: true, total: LISTINGS, outcomes: { REJECTED: LISTINGS * 0.03, ACCEPTED: LISTINGS * 0.97 } });

  const changes = await changesOf(db, jobId);
  expect(changes).toHaveLength(LISTINGS);
  expect(changes.filter(({ outcome, reason }) => outcome === 'REJECTED' && reason?.includes('The SKU does not exist'))).toHaveLength(LISTINGS * 0.03);
  // Nothing was applied twice: one feed exists, and no change was sent separately.
  const journal = await sim.journal();
  expect(journal.filter(({ operation, status }) => operation === 'createFeed' && status === 202)).toHaveLength(1);
  expect(journal.filter(({ operation }) => operation === 'patchListingsItem')).toHaveLength(0);
  await sim.advance(10_000);
  for (const nth of [3, 5, 1_234, LISTINGS - 1]) {
    const sku = `SKU-${String(nth).padStart(5, '0')}`;
    const quantity = nth % 5 === 0 ? 1 : 0;
    expect(await marketplace.listing(sku)).toMatchObject({ price: ((1_000 + nth) / 100).toFixed(2), channels: [{ channel: 'DEFAULT', quantity }] });
  }
}, 300_000);
