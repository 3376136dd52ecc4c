import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listingJobs } from '../index.ts';

const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const user = await app.signIn('ROLE_USER');
// Jobs use a clock that can be advanced, so that a quarter of an hour passes immediately.
let aheadMs = 0;
const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
await startTestJobs(app, (topics) => listingJobs({ db, clock, topics, marketplaces: { current: async () => marketplace } }));

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const start = async (url: string, body?: object) => (await admin.post(url, body)).json().jobId as string;
const finish = async (url: string, body?: object) => finishedJob(app, admin, await start(url, body), sim);
const jobOf = async (jobId: string) => (await admin.get(`/api/pricing/jobs/${jobId}`)).json();
const changes = async (jobId: string, only?: string) => (await admin.get(`/api/pricing/jobs/${jobId}/changes${only ? `?only=${only}` : ''}`)).json();
const SEEDED = [
  ...[1, 2, 3, 4].map((nth) => ({ sku: `SKU-${nth}`, asin: `B00000000${nth}`, mapCents: 1_000, priceCents: 1_000, quantity: 0 })),
  { sku: 'A, 1', asin: 'B000000005', mapCents: 1_000, priceCents: 1_000, quantity: 0 },
  { sku: 'GHOST', asin: 'B000000006', mapCents: 1_000, priceCents: 1_000, quantity: 0, isGhost: true },
  { sku: 'FBA-UP', asin: 'B0000000F1', mapCents: 3_000, priceCents: 2_800, quantity: 4, channel: 'AMAZON_NA' as const },
  { sku: 'FBA-DROP', asin: 'B0000000F2', mapCents: 1_000, priceCents: 2_800, quantity: 4, channel: 'AMAZON_NA' as const },
  { sku: 'FBA-SAME', asin: 'B0000000F3', mapCents: 1_500, priceCents: 1_500, quantity: 4, channel: 'AMAZON_NA' as const },
];
const seeded = (sku: string, priceCents: number) => ({
  ...{ fnSku: `X${sku}`, condition: 11, channel: 'DEFAULT', title: sku, brand: 'Norden', gtin: '00036000291452', quantity: 0 },
  ...SEEDED.find((one) => one.sku === sku),
  priceCents,
});
const searches = async () => (await sim.journal()).filter(({ operation }) => operation === 'searchListingsItems');
let cents = 0;
/** Changes the price of every listing of our own stock, so that each is sent. */
const reprice = async () => {
  cents += 5;
  await sql`update price_list_items set map = 10 + ${cents}::numeric / 100 where product_title not like 'FBA%'`.execute(db);
};
const reread = async (jobId: string) => {
  aheadMs += 16 * 60_000;
  await sim.advance(10_000);
  await expect
    .poll(async () => {
      await hurry(app);
      const { plannedCount, readCount } = (await jobOf(jobId)).reread;
      return plannedCount - readCount;
    })
    .toBe(0);
  return (await jobOf(jobId)).reread;
};

beforeAll(() => seedPricedListings(db, sim, SEEDED));
afterEach(() => sim.clearFaults());

describe('sent values are read again after a quarter of an hour', () => {
  it('not earlier', async () => {
    await reprice();
    const job = await finish(SYNC);
    // The searches for the offers that the sync keeps.
    const earlier = await searches();
    await hurry(app);
    expect(job.reread).toMatchObject({ plannedCount: 6, readCount: 0, driftCount: 0 });
    expect(new Date(job.reread?.dueAt ?? 0).getTime() - new Date(job.finishedAt ?? 0).getTime()).toBe(15 * 60_000);
    expect(await searches()).toEqual(earlier);
    expect(await reread(job.jobId)).toMatchObject({ readCount: 6, driftCount: 0 });
  });

  it('reports differences with the job, its feed and in the log, and the next sync sends them again', async () => {
    await reprice();
    const { jobId } = await finish(SYNC);
    await sim.seed([seeded('SKU-2', 1_111)]);
    expect(await reread(jobId)).toMatchObject({ plannedCount: 6, readCount: 6, driftCount: 1 });
    const note = `The price is $11.11, $${(10 + cents / 100).toFixed(2)} was sent`;
    expect(await changes(jobId, 'DRIFT')).toMatchObject({ totalCount: 1, data: [{ sku: 'SKU-2', outcome: 'ACCEPTED', drift: note }] });
    const feed = (await admin.get(`/api/feeds/${jobId}`)).json();
    expect(feed).toMatchObject({
      reread: { readCount: 6, driftCount: 1 },
      items: expect.arrayContaining([expect.objectContaining({ sku: 'SKU-1', drift: null })]),
    });
    expect(feed.items[0]).toMatchObject({ sku: 'SKU-2', drift: note });
    const runs = (await admin.get('/api/jobs')).json().data.filter(({ kind }: { kind: string }) => kind === 'reread-listings');
    await expect
      .poll(async () => (await admin.get(`/api/jobs/${runs[0].id}`)).json().lines.map(({ text }: { text: string }) => text))
      .toContain(`SKU-2: ${note}`);
    const next = await finish(SYNC);
    expect((await changesOf(db, next.jobId)).find(({ sku }) => sku === 'SKU-2')).toMatchObject({ price: (10 + cents / 100).toFixed(2), outcome: 'ACCEPTED' });
  });

  it('except when a newer value was sent meanwhile', async () => {
    await reprice();
    const first = await finish(SYNC);
    await reprice();
    await finish(SYNC);
    expect(await reread(first.jobId)).toMatchObject({ readCount: 6, driftCount: 0 });
  });

  it('reports a rejected change that the marketplace shows', async () => {
    await reprice();
    const { jobId } = await finish(SYNC);
    await sim.seed([seeded('GHOST', 1_000 + cents)]);
    expect(await reread(jobId)).toMatchObject({ driftCount: 1 });
    expect((await changes(jobId, 'DRIFT')).data[0]).toMatchObject({
      sku: 'GHOST',
      outcome: 'REJECTED',
      drift: 'Amazon rejected the change but shows it',
    });
  });
});

describe('rejected changes', () => {
  it('are retried alone with a new price, once per rejection', async () => {
    await reprice();
    await sim.fault({ effect: 'error400', operation: 'patchListingsItem', times: 2 });
    const { jobId, isRetryable, outcomes } = await finish(SYNC);
    expect([isRetryable, outcomes.REJECTED]).toEqual([true, 2]);
    const rejected = (await changes(jobId, 'REJECTED')).data.map(({ sku }: { sku: string }) => sku);
    await reprice();
    const retried = await finish(`/api/pricing/jobs/${jobId}/retry-rejected`);
    expect(retried).toMatchObject({ kind: 'sync-listings', status: 'COMPLETED', outcomes: { ACCEPTED: 2 }, total: 2, isRetryable: false });
    const price = (10 + cents / 100).toFixed(2);
    expect((await changes(retried.jobId)).data).toMatchObject(rejected.map((sku: string) => ({ sku, newPrice: price })));
    const nothing = await admin.post(`/api/pricing/jobs/${retried.jobId}/retry-rejected`);
    expect([nothing.statusCode, nothing.json().error.reason]).toEqual([409, 'nothing_rejected']);
  });

  it('can be retried by people who can sync, while nothing else runs', async () => {
    await reprice();
    await sim.fault({ effect: 'error400', operation: 'patchListingsItem', times: 1 });
    const { jobId } = await finish(SYNC);
    expect((await user.post(`/api/pricing/jobs/${jobId}/retry-rejected`)).statusCode).toBe(403);
    expect((await admin.post('/api/pricing/jobs/00000000-0000-0000-0000-000000000000/retry-rejected')).statusCode).toBe(404);
    await reprice();
    // The first retry is still running when the other one comes.
    await sim.fault({ effect: 'error503', operation: 'patchListingsItem' });
    const [one, other] = await Promise.all([1, 2].map(() => admin.post(`/api/pricing/jobs/${jobId}/retry-rejected`)));
    const answers = [one, other].toSorted((a, b) => (a?.statusCode ?? 0) - (b?.statusCode ?? 0));
    expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 409]);
    const running = answers[0]?.json().jobId;
    expect(answers[1]?.json()).toMatchObject({ jobId: running, error: { reason: 'already_running' } });
    await sim.clearFaults();
    await finishedJob(app, admin, running, sim);
  });

  it('are listed and exported with their reasons', async () => {
    await reprice();
    await sim.fault({ effect: 'error400', operation: 'patchListingsItem', times: 1 });
    const { jobId } = await finish(SYNC);
    const { data, totalCount } = await changes(jobId, 'REJECTED');
    expect([totalCount, data[0].reason.length > 0]).toEqual([1, true]);
    expect(await changes(jobId)).toMatchObject({ totalCount: 6 });
    const csv = await admin.get(`/api/pricing/jobs/${jobId}/changes.csv?only=REJECTED`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, line, ...rest] = csv.body.trim().split('\r\n');
    expect([heading, rest]).toEqual(['SKU,ASIN,Price before,Price,Quantity before,Quantity,Sent,Outcome,Reason,What to do,Shown instead', []]);
    expect(line).toContain('REJECTED');
    expect((await admin.get('/api/pricing/jobs/nonsense/changes')).statusCode).toBe(404);
    expect((await admin.get(`/api/pricing/jobs/${jobId}/changes?only=NONSENSE`)).statusCode).toBe(400);
  });
});

it('previews a bulk update of FBA prices with the changes before the held prices', async () => {
  const preview = (await admin.get('/api/fba/bulk-update-prices/preview')).json();
  // Two of three prices change, one by more than a fifth. That exceeds the limit for all moves, but the drop guard already blocks that one.
  expect(preview).toMatchObject({ totalItems: 3, changeCount: 1, unchangedCount: 1, heldCount: 1 });
  expect(preview.rows).toMatchObject([
    { sku: 'FBA-UP', oldPrice: '28.00', newPrice: '30.00', changePercent: 7.1, heldBecause: null },
    { sku: 'FBA-DROP', oldPrice: '28.00', newPrice: '10.00', changePercent: -64.3, heldBecause: expect.stringContaining('needs approval') },
  ]);
  expect((await user.get('/api/fba/bulk-update-prices/preview')).statusCode).toBe(403);
  const sent = (await admin.post('/api/fba/bulk-update-prices')).json();
  expect(sent).toMatchObject({ totalItems: 3, successCount: 2, errorCount: 1, isComplete: true, errors: [expect.stringMatching(/^FBA-DROP: /)] });
});
