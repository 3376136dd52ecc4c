import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { jobIn, runJob, startTestJobs } from '../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { systemClock } from '../../platform/clock.ts';
import { importJobs } from './index.ts';

const app = await createTestApp();
const { db } = app;
await seedTestCatalog(db);
const admin = await app.signIn('ROLE_ADMIN');
const { marketplace, sim } = await createTestMarketplace();
await sim.seed(TEST_LISTINGS);
const jobs = await startTestJobs(app, (topics) => importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics }));
afterEach(() => sim.clearFaults());

const run = (kind: string) => runJob(app, admin, { kind, sim });

const count = async (table: string) => Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);

it('imports the listings, their products, and characters beyond Latin-1', async () => {
  const result = await run('import-listings');
  expect(result).toMatchObject({ state: 'DONE', counts: { read: 100, new: 100, changed: 0, unchanged: 0, rejected: 0 } });
  const first = await db.selectFrom('marketplace_listings').selectAll().where('seller_sku', '=', 'SKU-1').executeTakeFirstOrThrow();
  expect(first).toMatchObject({
    asin: 'B0TEST0000',
    title: 'Product 0 – Crème™',
    condition: 2,
    channel: 'DEFAULT',
    price: '10.01',
    quantity: 4,
    gone_at: null,
  });
  const listings = await db
    .selectFrom('listings')
    .select(['seller_sku', 'product_id', 'channel'])
    .where('asin', '=', 'B0TEST0000')
    .orderBy('seller_sku')
    .execute();
  expect(listings.map(({ channel }) => channel)).toEqual(['FBA', 'SELLER_FULFILLED']);
  expect(new Set(listings.map(({ product_id }) => product_id)).size).toBe(1);
  expect(await count('products')).toBe(53);
  const scanned = await admin.post('/api/identify', { code: 'SKU-1' });
  expect(scanned.statusCode).toBe(200);
});

it('imports again: preserves unchanged listings, counts changed ones and marks missing ones', async () => {
  const products = await count('products');
  await sim.seed([{ ...TEST_LISTINGS[1], priceCents: 77_700, condition: 3 }]);
  const patch = [{ op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }] }];
  await marketplace.patchListing('SKU-2', patch);
  await sim.advance(4_000);
  // The simulated marketplace never had this listing, as if a feed had deleted it.
  await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, status) values ('OLD', 'B0OLD', 'Old', 11, 'DEFAULT', 'Active')`.execute(
    db,
  );
  const result = await run('import-listings');
  expect(result.counts).toEqual({ read: 100, new: 0, changed: 2, unchanged: 98, rejected: 0 });
  expect(result.lines.map(({ text }: { text: string }) => text)).toContain('1 listings are no longer on the marketplace');
  expect(await count('products')).toBe(products);
  const changed = await db.selectFrom('listings').select('condition').where('seller_sku', '=', 'SKU-1').executeTakeFirst();
  expect(changed?.condition).toBe(3);
  const old = await db.selectFrom('marketplace_listings').select('gone_at').where('seller_sku', '=', 'OLD').executeTakeFirst();
  expect(old?.gone_at).toBeInstanceOf(Date);
});

it('takes no listing away whose row is in the report but cannot be read', async () => {
  await sim.seed([
    { ...TEST_LISTINGS[1], quantity: 1.5 },
    { ...TEST_LISTINGS[2], title: 'x'.repeat(4_001) },
    { ...TEST_LISTINGS[3], fnSku: '' },
  ]);
  const fba = (sku: string) =>
    sql`insert into fba_inventory (seller_sku, fnsku, asin, condition, is_fba, fulfillable) values (${sku}, ${`X-${sku}`}, 'B0OLD', 11, true, 1)`.execute(db);
  for (const sku of ['SKU-3', 'FBA-OLD']) await fba(sku);
  expect((await run('import-listings')).counts).toMatchObject({ read: 100, rejected: 2 });
  expect((await run('import-inventory')).counts).toMatchObject({ read: 100, rejected: 1 });
  const gone = async (table: 'marketplace_listings' | 'fba_inventory') =>
    (await db.selectFrom(table).select('seller_sku').where('gone_at', 'is not', null).orderBy('seller_sku').execute()).map((row) => row.seller_sku);
  expect([await gone('marketplace_listings'), await gone('fba_inventory')]).toEqual([['OLD'], ['FBA-OLD']]);
  await sim.seed(TEST_LISTINGS.slice(1, 4));
  expect((await run('import-listings')).counts).toMatchObject({ read: 100, rejected: 0 });
});

it('adds a new listing of a known ASIN to its product', async () => {
  await sim.seed([{ ...TEST_LISTINGS[1], sku: 'KETTLE-VG', asin: CODES.kettle.asin.toLowerCase() }]);
  await run('import-listings');
  const row = await db.selectFrom('listings').select('product_id').where('seller_sku', '=', 'KETTLE-VG').executeTakeFirst();
  expect(row?.product_id).toBe(1);
});

it.each([
  ['import-removals', 'removal_shipments'],
  ['import-returns', 'customer_returns'],
  ['import-reimbursements', 'reimbursements'],
])('%s fills %s and changes nothing the second time', async (kind, table) => {
  const first = await run(kind);
  expect(first).toMatchObject({ state: 'DONE', counts: { rejected: 0, changed: 0 } });
  expect(first.counts.new).toBeGreaterThan(5);
  expect(await count(table)).toBe(first.counts.new);
  const second = await run(kind);
  expect(second.counts).toMatchObject({ new: 0, changed: 0, unchanged: first.counts.new });
});

it('finds a box by any of its tracking numbers', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from removal_shipments where cardinality(tracking_numbers) = 2`.execute(db);
  expect(rows[0]?.n).toBeGreaterThan(0);
});

it('has the same result when a fifth of all calls fail, also after a restart', async () => {
  for (const [index, effect] of ['throttle', 'error500', 'reset', 'truncate', 'lost', 'expired-url'].entries()) {
    await sim.fault({ effect, probability: 0.05, seed: 31 + index });
  }
  const before = await count('marketplace_listings');
  const running = run('import-listings');
  await jobs.restart();
  expect(await running).toMatchObject({ state: 'DONE', counts: { read: 101, new: 0, rejected: 0 } });
  expect(await count('marketplace_listings')).toBe(before);
});

it('requests a report again when the marketplace no longer has it', async () => {
  const { id } = (await admin.post('/api/jobs', { kind: 'import-listings' })).json();
  while ((await admin.get(`/api/jobs/${id}`)).json().state !== 'WAITING') await new Promise((resolve) => setTimeout(resolve, 20));
  await sql`update job_runs set memory = memory || '{"reportId": "1"}' where id = ${id}`.execute(db);
  expect(await run('import-listings')).toMatchObject({ state: 'DONE', counts: { read: 101 } });
});

it('requests a failed report once more, and then fails with the reason', async () => {
  const asked = async () => (await sim.journal()).filter(({ operation }) => operation === 'createReport').length;
  await sim.fault({ effect: 'report-fatal', operation: 'createReport', times: 1 });
  expect(await run('import-listings')).toMatchObject({ state: 'DONE', counts: { read: 101 } });
  await sim.fault({ effect: 'report-fatal', operation: 'createReport' });
  const before = await asked();
  const error = 'Amazon could not generate the report: Report requests for this type are limited. Try again later.';
  expect(await run('import-listings')).toMatchObject({ state: 'FAILED', error });
  expect(await asked()).toBe(before + 2);
});

it('reuses reports within the marketplace’s pause', async () => {
  const queries = (await sim.journal()).filter(({ operation }) => operation === 'getReports').map(({ query }) => new URLSearchParams(query));
  const reachOf = (type: string) => {
    const since = queries.filter((query) => query.get('reportTypes') === type).map((query) => Date.parse(query.get('createdSince') ?? ''));
    return Math.round((Date.now() - Math.max(...since)) / 600_000);
  };
  expect(reachOf('GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA')).toBe(24);
  expect(reachOf('GET_FBA_REIMBURSEMENTS_DATA')).toBe(3);
});

it('succeeds without rows for an empty report', async () => {
  await sim.fault({ effect: 'report-cancelled', operation: 'createReport', times: 2 });
  const result = await run('import-listings');
  expect(result).toMatchObject({ state: 'DONE', message: 'The report is empty', counts: { read: 0 } });
});

it('fails when a report stays in the queue', async () => {
  const { id } = (await admin.post('/api/jobs', { kind: 'import-listings' })).json();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state).toBe('WAITING');
  await sql`update job_runs set memory = memory || '{"polls": 359}' where id = ${id}`.execute(db);
  const result = await jobIn(app, admin, id, ['DONE', 'FAILED']);
  expect(result).toMatchObject({ state: 'FAILED', error: 'Amazon did not generate the report within six hours' });
});

it('assigns earlier scanned units to a new listing and leaves ambiguous codes to people', async () => {
  const [one, several] = ['X00LATER77', 'B0SEVERAL7'];
  for (const productId of [one, several]) await admin.post('/api/sfinventory', { productId, locationId: 'A-2' });
  const scanned = await admin.post('/api/sfinventory', { productId: one, locationId: 'A-2' });
  expect(scanned.statusCode).toBe(200);
  await sim.seed([
    { ...TEST_LISTINGS[1], sku: one, asin: 'B0LATER077' },
    { ...TEST_LISTINGS[1], sku: 'SEVERAL-G', asin: several, condition: 3 },
    { ...TEST_LISTINGS[1], sku: 'SEVERAL-A', asin: several, condition: 4 },
  ]);
  const result = await run('import-listings');
  expect(result.lines.map(({ text }: { text: string }) => text)).toContain('2 scanned units were identified');
  const stock = await sql`select l.seller_sku, c.on_hand from listing_counts c join listings l on l.id = c.listing_id where l.seller_sku = ${one}`.execute(db);
  expect(stock.rows).toEqual([{ seller_sku: one, on_hand: 2 }]);
  expect(await listLedgerFaults(db)).toEqual([]);

  const left = await db.selectFrom('units').select('id').where('identifier', '=', several).executeTakeFirstOrThrow();
  const offered = (await admin.get(`/api/inventory/units/${left.id}/listings`)).json();
  expect(offered.map(({ seller_sku }: { seller_sku: string }) => seller_sku)).toEqual(['SEVERAL-G', 'SEVERAL-A']);
  const choose = (listingId: number) =>
    admin.post('/api/inventory/units/condition', { id: left.id, listingId, reason: 'OTHER', note: 'read on the box' }).then((answer) => answer.json());
  expect(await choose(1)).toMatchObject({ success: false, error: { reason: 'not_of_the_product' } });
  expect(await choose(offered[1].listing_id)).toMatchObject({ success: true });
  expect(await db.selectFrom('units').select('listing_id').where('id', '=', left.id).executeTakeFirst()).toEqual({ listing_id: offered[1].listing_id });
  expect(await listLedgerFaults(db)).toEqual([]);
  expect((await run('import-listings')).lines.map(({ text }: { text: string }) => text).join()).not.toContain('identified');
});
