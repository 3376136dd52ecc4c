import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { jobIn, runJob, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { importJobs } from '../index.ts';

const app = await createTestApp();
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const { marketplace, sim } = await createTestMarketplace();
await sim.seed(TEST_LISTINGS);
const jobs = await startTestJobs(app, (topics) => importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics }));
afterEach(() => sim.clearFaults());

const run = (kind: string) => runJob(app, admin, { kind, sim });
const rowsOf = async (table: string, order: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select to_jsonb(t) - array['read_at', 'imported_at', 'first_seen_at', 'changed_at'] as row from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(
      db,
    )
  ).rows.map(({ row }) => row as Record<string, unknown>);

it('waits for listings before it imports data about them', async () => {
  const { id } = (await admin.post('/api/jobs', { kind: 'import-catalogue' })).json();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().message).toBe('Waiting for the import of listings');
  await run('import-listings');
  expect(await jobIn(app, admin, id, ['DONE'])).toMatchObject({ state: 'DONE', counts: { read: 50, new: 50, rejected: 0 } });
});

it('completes products from the catalog once a week', async () => {
  const items = await rowsOf('catalog_items', 'asin');
  expect(items[0]).toMatchObject({ asin: 'B0TEST0000', title: 'Product 0 – Crème™', brand: 'Norden', gtins: ['00036000291452'] });
  expect(items[0]?.image_url).toContain('_SL500_');
  const product = await db.selectFrom('products').select(['title', 'brand']).where('id', '=', 1).executeTakeFirst();
  expect(product).toEqual({ title: expect.stringContaining('Crème'), brand: 'Norden' });
  expect(await rowsOf('product_gtins', 'gtin14')).toHaveLength(1);
  expect(await run('import-catalogue')).toMatchObject({ message: 'Nothing was due', counts: { read: 0 } });
  await sql`update catalog_items set read_at = read_at - interval '8 days', title = 'Old' where asin <= 'B0TEST0001'`.execute(db);
  expect((await run('import-catalogue')).counts).toEqual({ read: 2, new: 0, changed: 2, unchanged: 0, rejected: 0 });
});

it('refuses a stale edit of a product that the catalog import has changed', async () => {
  const asin = 'B0TEST0005';
  const { product_id: id } = await db.selectFrom('listings').select('product_id').where('asin', '=', asin).executeTakeFirstOrThrow();
  const read = async () => (await admin.get(`/api/products/${id}`)).json();
  const due = () => sql`update catalog_items set read_at = read_at - interval '8 days' where asin = ${asin}`.execute(db);
  const save = async ({ title, default_condition, revision }: { title: string; default_condition: number; revision: number }) =>
    (await admin.put(`/api/products/${id}`, { title, default_condition, gtins: [], revision })).json();

  // A brand, then only GTINs, then nothing.
  await sql`update products set brand = null where id = ${id}`.execute(db);
  const first = await read();
  await due();
  expect((await run('import-catalogue')).counts).toMatchObject({ read: 1 });
  expect((await save(first)).error?.reason).toBe('changed_meanwhile');
  expect((await read()).brand).toBe('Norden');

  const second = await read();
  await sql`delete from product_gtins`.execute(db);
  await due();
  await run('import-catalogue');
  expect((await save(second)).error?.reason).toBe('changed_meanwhile');
  const third = await read();
  expect([third.gtins, third.revision]).toEqual([[expect.stringContaining('036000291452')], second.revision + 1]);

  await due();
  await run('import-catalogue');
  expect(await read()).toEqual(third);
});

it('logs an ASIN that is not in the catalog', async () => {
  await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, status, price) values ('GHOST', 'B0GHOST001', 'Ghost', 11, 'DEFAULT', 'Active', 9)`.execute(
    db,
  );
  const result = await run('import-catalogue');
  expect(result).toMatchObject({
    counts: { read: 1, rejected: 1 },
    lines: [{ level: 'REJECTED', text: "B0GHOST001: it is not in the marketplace's catalog" }],
  });
});

it('adds missing FNSKUs to listings from the inventory report', async () => {
  expect((await run('import-inventory')).counts).toEqual({ read: 100, new: 100, changed: 0, unchanged: 0, rejected: 0 });
  const listing = await db.selectFrom('listings').select('fnsku').where('seller_sku', '=', 'SKU-7').executeTakeFirst();
  expect(listing?.fnsku).toBe('X00TEST007');
  expect((await rowsOf('fba_inventory', 'seller_sku'))[0]).toMatchObject({ seller_sku: 'SKU-0', fnsku: 'X00TEST000', condition: 11, is_fba: true });
  expect((await run('import-inventory')).counts).toMatchObject({ new: 0, changed: 0, unchanged: 100 });
});

it('stores offers per ASIN, condition and seller, with the reference prices', async () => {
  const first = await run('import-offers');
  expect(first).toMatchObject({ state: 'DONE', counts: { read: 51, new: 50, rejected: 1 } });
  const offers = await rowsOf('competitor_offers', 'asin, condition, seller_id');
  expect(offers.filter(({ is_own }) => is_own)).toHaveLength(50);
  expect(offers.some(({ condition }) => condition !== 11)).toBe(true);
  const prices = await rowsOf('reference_prices', 'asin, kind');
  expect(prices.filter(({ kind }) => kind === 'FEATURED').every(({ price }) => Number(price) > 0)).toBe(true);
  const competitive = prices.filter(({ kind }) => kind === 'COMPETITIVE');
  expect(competitive).toHaveLength(50);
  // A value that the marketplace omits is unknown, never 0.
  expect(competitive.some(({ price }) => price === null)).toBe(true);
  expect(competitive.every(({ price }) => price === null || Number(price) > 0)).toBe(true);
  const second = await run('import-offers');
  expect(second.counts).toEqual({ read: 51, new: 0, changed: 0, unchanged: 50, rejected: 1 });
  expect(await rowsOf('competitor_offers', 'asin, condition, seller_id')).toEqual(offers);
});

it('samples the products of the price lists first, then the ones with the oldest samples', async () => {
  // One product is on the price list, one product's listing was removed from the marketplace, one is unknown.
  await sql`insert into product_gtins (gtin14, product_id) select distinct on (product_id) lpad(product_id::text, 14, '7'), product_id from listings
    where upper(asin) in ('B0TEST0030', 'B0TEST0044') on conflict do nothing`.execute(db);
  await sql`insert into price_list_items (gtin, product_title, upload_id)
    select lpad(product_id::text, 14, '7'), 'Listed', 0 from listings where upper(asin) in ('B0TEST0030', 'B0TEST0044') union select '99999999999999', 'Unknown', 0`.execute(
    db,
  );
  await sql`update marketplace_listings set gone_at = now() where asin = 'B0TEST0044'`.execute(db);
  await sql`update offer_samples set read_at = read_at - interval '1 day' where asin = 'B0TEST0007'`.execute(db);
  await sim.clearJournal();
  expect(await run('import-offers')).toMatchObject({
    state: 'DONE',
    done: 51,
    total: 51,
    output: {
      'ASINs of price lists': 2,
      'ASINs of price lists sampled': 2,
      'Other ASINs': 49,
      'Other ASINs sampled': 49,
      'Price list items without a known ASIN': 1,
    },
  });
  const asked = (await sim.journal()).filter(({ operation }) => operation === 'getCompetitiveSummary');
  const asins = asked.map(({ body }) => (body as { requests: { asin: string }[] }).requests.map(({ asin }) => asin));
  expect(asins[0]).toEqual(['B0TEST0030', 'B0TEST0044']);
  // The marketplace could not answer for this product, so it was never sampled.
  expect(asins[1]?.slice(0, 2)).toEqual(['B0GHOST001', 'B0TEST0007']);
  expect(new Set(asins.flat()).size).toBe(51);
  await sql`update marketplace_listings set gone_at = null`.execute(db);
});

it("preserves the stored offers when the marketplace can't answer", async () => {
  const offers = await rowsOf('competitor_offers', 'asin, condition, seller_id');
  await sim.fault({ effect: 'inner-throttle', operation: 'getItemOffersBatch' });
  expect((await run('import-offers')).counts).toMatchObject({ read: 51, new: 0, changed: 0, rejected: 51 });
  expect(await rowsOf('competitor_offers', 'asin, condition, seller_id')).toEqual(offers);
});

it("estimates fees at each listing's own price, again only after the price changed", async () => {
  const first = await run('import-fees');
  expect(first.counts).toEqual({ read: 101, new: 100, changed: 0, unchanged: 0, rejected: 1 });
  const fees = await rowsOf('fee_estimates', 'seller_sku');
  expect(fees.find(({ seller_sku }) => seller_sku === 'SKU-5')).toMatchObject({ is_fba: true, price: 10.05, referral: 1.51, error: null });
  expect(fees.find(({ seller_sku }) => seller_sku === 'SKU-1')).toMatchObject({ is_fba: false, fulfilment: 0 });
  expect(fees.find(({ seller_sku }) => seller_sku === 'GHOST')).toMatchObject({ total: null, error: expect.stringContaining('InvalidParameterValue') });
  expect((await run('import-fees')).counts.read).toBe(0);
  await sql`update marketplace_listings set price = 99 where seller_sku = 'SKU-1'`.execute(db);
  expect((await run('import-fees')).counts).toEqual({ read: 1, new: 0, changed: 1, unchanged: 0, rejected: 0 });
});

it('has the same result when a fifth of all calls fail, also after a restart', async () => {
  const tables = [
    ['orders', 'order_id'],
    ['order_items', 'order_id, item_id'],
    ['catalog_items', 'asin'],
    ['competitor_offers', 'asin, condition, seller_id'],
    ['reference_prices', 'asin, kind'],
    ['fee_estimates', 'seller_sku'],
    ['fba_inventory', 'seller_sku'],
  ] as const;
  const kinds = ['import-orders', 'import-catalogue', 'import-offers', 'import-fees', 'import-inventory'];
  for (const kind of kinds) await run(kind);
  const before = await Promise.all(tables.map(([table, order]) => rowsOf(table, order)));
  for (const [table] of tables) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`delete from import_marks`.execute(db);
  for (const [index, effect] of ['throttle', 'error500', 'reset', 'truncate', 'lost', 'expired-url'].entries()) {
    await sim.fault({ effect, probability: 0.04, seed: 71 + index });
  }
  const running = Promise.all(kinds.map(run));
  await jobs.restart();
  for (const result of await running) expect(result.state).toBe('DONE');
  const after = await Promise.all(tables.map(([table, order]) => rowsOf(table, order)));
  // The marketplace's clock advances during the retries, which creates and changes orders.
  const states = (rows: Record<string, unknown>[] | undefined) => new Set(rows?.map(({ order_id, updated_at }) => `${order_id} ${updated_at}`));
  const afterwards = states(after[0]);
  const same = new Set([...states(before[0])].filter((state) => afterwards.has(state)).map((state) => state.split(' ')[0]));
  expect(same.size).toBeGreaterThan(50);
  const ofSame = (all: Record<string, unknown>[][]) => all.map((rows) => rows.filter(({ order_id }) => order_id === undefined || same.has(String(order_id))));
  expect(ofSame(after)).toEqual(ofSame(before));
});
