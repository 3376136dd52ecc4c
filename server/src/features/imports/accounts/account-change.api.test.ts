import { expect, it } from 'vitest';
import { jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createAccountChangeService, importJobs } from '../index.ts';

const app = await createTestApp();
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const first = await createTestMarketplace();
const second = await createTestMarketplace({ sellerId: 'A2ANOTHER' });
await first.sim.seed(TEST_LISTINGS);
await second.sim.seed(TEST_LISTINGS.slice(0, 40).map((listing) => ({ ...listing, sku: `NEW-${listing.sku}`, asin: listing.asin.replace('TEST', 'NEXT') })));

let current: Marketplace | undefined = first.marketplace;
const marketplaces = { current: async () => current };
const { service: jobs } = await startTestJobs(app, (topics) => importJobs({ db, clock: systemClock, marketplaces, topics }));
const accounts = createAccountChangeService({ db, clock: systemClock, marketplaces, jobs });

const ahead = (sim: typeof first.sim) => setInterval(() => void sim.advance(10_000), 40);
async function done(kind: string, { sim }: typeof first) {
  const timer = ahead(sim);
  try {
    return await jobIn(app, admin, await jobs.start(kind, null), ['DONE', 'FAILED']);
  } finally {
    clearInterval(timer);
  }
}
const open = async () => db.selectFrom('job_runs').select(['id', 'kind', 'cancel_requested']).where('finished_at', 'is', null).execute();

it('changes nothing for the same account', async () => {
  await accounts.follow(null);
  expect((await done('import-listings', first)).counts.new).toBe(100);
  expect((await done('import-orders', first)).counts.new).toBeGreaterThan(30);
  await accounts.follow(null);
  expect(await open()).toEqual([]);
  const { count } = await db
    .selectFrom('marketplace_listings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(count).toBe(100);
});

it('ends open imports when the account changes, and imports all listings and orders of the new account', async () => {
  const old = await jobs.start('import-removals', null);
  await expect.poll(async () => (await admin.get(`/api/jobs/${old}`)).json().state).toBe('WAITING');
  current = second.marketplace;
  await accounts.follow(null);
  expect((await admin.get(`/api/jobs/${old}`)).json().state).toBe('CANCELLED');
  const orders = await done('import-orders', second);
  // The new account's import starts thirty days back, not where the other account's import stopped.
  expect(orders.counts.read).toBeGreaterThan(30);
  // The change of the account started it too; either run may find them.
  expect((await done('import-listings', second)).state).toBe('DONE');
  const offers = await done('import-offers', second);
  expect(offers).toMatchObject({ state: 'DONE', counts: { read: 20, rejected: 0 } });
  const left = await db.selectFrom('marketplace_listings').select('seller_sku').where('gone_at', 'is', null).execute();
  expect(left).toHaveLength(40);
  expect(left.every(({ seller_sku }) => seller_sku.startsWith('NEW-'))).toBe(true);
});

it('ends open imports when the account is removed', async () => {
  await jobs.start('import-removals', null);
  current = undefined;
  await accounts.follow(null);
  await expect.poll(open).toEqual([]);
});

it('retries a replaced run', async () => {
  const run = await db
    .selectFrom('job_runs')
    .select(['id', 'key'])
    .where('kind', '=', 'import-removals')
    .where('state', '=', 'CANCELLED')
    .executeTakeFirstOrThrow();
  expect(run.key).toContain('replaced');
  // With an account, the run waits for its report and stays open. Without one it may already have ended.
  current = second.marketplace;
  await jobs.retry(run.id, { roles: ['ROLE_ADMIN'] });
  const [again] = await open();
  expect(again).toMatchObject({ id: run.id, cancel_requested: false });
  await expect(jobs.start('import-removals', null)).resolves.toBe(run.id);
});
