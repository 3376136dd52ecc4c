import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../simulator/src/random.ts';
import { finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { runJob, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { importJobs } from '../../imports/index.ts';
import { saveReadings } from '../changes/reread.repository.ts';
import { listingJobs } from '../index.ts';
import { saveAnswers } from '../sync/change.repository.ts';
import { saveReported } from './listing-state.repository.ts';
import { recordMissingListings } from './listing-state.service.ts';

const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const marketplaces = { current: async () => marketplace };
await startTestJobs(app, (topics) => [
  ...listingJobs({ db, clock: systemClock, topics, marketplaces }),
  ...importJobs({ db, clock: systemClock, topics, marketplaces }),
]);

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const finish = async (url: string, body?: object) => finishedJob(app, admin, (await admin.post(url, body)).json().jobId, sim);
const stockOf = async (sku: string) => (await admin.get(`/api/inventory/stock?search=${sku}`)).json().data[0];
const outOfSync = async () => (await admin.get('/api/inventory/stock/totals?out_of_sync=true')).json().listings;
const onDashboard = async () =>
  ((await admin.get('/api/dashboard/attention')).json().rows as { kind: string; count: number }[]).find(({ kind }) => kind === 'out-of-sync')?.count;
const seeded = (sku: string, change: object) => ({
  ...{ sku, asin: 'B000000001', fnSku: `X${sku}`, condition: 11, channel: 'DEFAULT', title: sku, brand: 'Norden', gtin: '00036000291452' },
  ...{ priceCents: 1_500, quantity: 8, ...change },
});

describe('what the marketplace accepted or shows', () => {
  beforeAll(() =>
    seedPricedListings(db, sim, [
      { sku: 'SKU-1', asin: 'B000000001', mapCents: 1_339, priceCents: 1_500, quantity: 8, available: 3 },
      { sku: 'SKU-2', asin: 'B000000002', mapCents: 2_000, priceCents: 2_000, quantity: 2, available: 2 },
    ]),
  );

  it('is on the stock page after a sync, a clear and a restore, without an import', async () => {
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 8, marketplace_price: '15.00', sync_state: 'DRIFT' });
    expect(await outOfSync()).toBe(1);
    expect(await onDashboard()).toBe(1);
    await finish(SYNC);
    await expect.poll(onDashboard).toBeUndefined();
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 3, marketplace_price: '13.39', sync_state: 'IN_SYNC' });
    expect(await outOfSync()).toBe(0);
    const cleared = await finish('/api/adminsettings/clearsflocalinventorybulk');
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 0, sync_state: 'DRIFT' });
    expect(await outOfSync()).toBe(2);
    await expect.poll(onDashboard).toBe(2);
    await finish(`/api/pricing/jobs/${cleared.jobId}/restore`);
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 3, sync_state: 'IN_SYNC' });
  });

  it('is replaced by a report that was requested later, even if it repeats the report before', async () => {
    await sim.seed([seeded('SKU-1', { quantity: 5 })]);
    expect(await runJob(app, admin, { kind: 'import-listings', sim })).toMatchObject({ state: 'DONE' });
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 5, marketplace_price: '15.00' });
    await finish(SYNC);
    await sim.seed([seeded('SKU-1', { quantity: 5 })]);
    await runJob(app, admin, { kind: 'import-listings', sim });
    expect(await stockOf('SKU-1')).toMatchObject({ marketplace_quantity: 5, marketplace_price: '15.00', sync_state: 'DRIFT' });
  });

  it('is in sync when the buffer is held back', async () => {
    const { clearableListings: _, example: __, ...settings } = (await admin.get('/api/pricing/settings')).json();
    expect((await admin.put('/api/pricing/settings', { ...settings, quantityBuffer: 2 })).statusCode).toBe(200);
    await finish(SYNC);
    expect(await stockOf('SKU-1')).toMatchObject({ available: 3, marketplace_quantity: 1, sync_state: 'IN_SYNC' });
    expect(await outOfSync()).toBe(0);
  });
});

interface Knowledge {
  readonly kind: 'report' | 'missing' | 'accepted' | 'read';
  readonly at: Date;
  readonly price?: string;
  readonly quantity?: number;
  readonly status?: string;
}

/** Knowledge of one listing from all sources, with gaps where a source says nothing about a value. */
function randomHistory(random: () => number): Knowledge[] {
  const start = Date.now() - 1_000_000;
  return Array.from({ length: 7 }, (_, nth) => {
    const at = new Date(start + nth * 60_000);
    const price = (10 + nth / 100).toFixed(2);
    const values = { price, quantity: nth };
    const has = () => random() < 0.6;
    const kind = (['report', 'missing', 'accepted', 'read', 'read'] as const)[Math.floor(random() * 5)] ?? 'report';
    if (kind === 'missing') return { kind, at, status: 'missing' };
    if (kind === 'report') return { kind, at, ...values, status: random() < 0.5 ? 'Active' : 'Incomplete' };
    return { kind, at, ...(has() && { price }), ...(has() && { quantity: nth }), ...(kind === 'read' && { status: 'Inactive' }) };
  });
}

async function record(sku: string, { kind, at, price, quantity, status = '' }: Knowledge): Promise<void> {
  const listing = { sku, asin: 'B000000009', title: 'Any', condition: 11, channel: 'DEFAULT' };
  if (kind === 'report') return void (await saveReported(db, [{ ...listing, price: price ?? null, quantity: quantity ?? null, status }], at));
  if (kind === 'missing') return void (await recordMissingListings(db, at));
  const { rows } = await sql<{ id: number }>`insert into listing_jobs (kind) values ('sync-listings') returning id`.execute(db);
  const jobId = rows[0]?.id ?? 0;
  await sql`insert into listing_changes (job_id, seller_sku, new_price, new_quantity, sends_price, sends_quantity, part, position)
    values (${jobId}, ${sku}, ${price ?? null}, ${quantity ?? null}, ${price !== undefined}, ${quantity !== undefined}, 1, 0)`.execute(db);
  if (kind === 'accepted') return saveAnswers(db, { jobId, part: 1, answers: [{ position: 0, outcome: 'ACCEPTED', reason: null }], at });
  await sql`insert into listing_rereads (job_id, seller_sku) values (${jobId}, ${sku})`.execute(db);
  await saveReadings(db, jobId, [{ sku, result: 'LIVE', note: null, price: price ?? null, quantity: quantity ?? null, status }], at);
}

it('ends with the newest knowledge of each value, in whichever order it comes', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed);
    const sku = `ORDER-${seed}`;
    // Only a report adds a listing, so that the first one is known before anything else.
    const first: Knowledge = { kind: 'report', at: new Date(Date.now() - 2_000_000), price: '1.00', quantity: 100, status: 'Active' };
    const history = randomHistory(random);
    await record(sku, first);
    const shuffled = history.map((one) => ({ one, key: random() })).sort((a, b) => a.key - b.key);
    for (const { one } of shuffled) await record(sku, one);
    const newest = (name: 'price' | 'quantity' | 'status') => [first, ...history].findLast((one) => one[name] !== undefined);
    const state = await db.selectFrom('marketplace_listings').selectAll().where('seller_sku', '=', sku).executeTakeFirstOrThrow();
    const last = { price: newest('price'), quantity: newest('quantity'), status: newest('status') };
    expect({ seed, price: state.price, at: state.price_at, quantity: state.quantity, quantityAt: state.quantity_at, isGone: state.gone_at !== null }).toEqual({
      ...{ seed, price: last.price?.price, at: last.price?.at, quantity: last.quantity?.quantity, quantityAt: last.quantity?.at },
      isGone: last.status?.kind === 'missing',
    });
    expect(state.status_at).toEqual(last.status?.at);
  }
});
