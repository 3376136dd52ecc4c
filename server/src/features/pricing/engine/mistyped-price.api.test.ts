import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, sim } = await startTestPricing();

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
/** The most that a price list takes. */
const MISTYPED = '999999999.99';
const UPCS = { 'WRONG-MAP': '036000291452', 'WRONG-COST': '012345678905', 'NO-MAP': '042100005264' };

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    { sku: 'FBA-WRONG', asin: 'B0000000FB', mapCents: 2_000, priceCents: 2_000, quantity: 0, channel: 'AMAZON_NA' },
    { sku: 'WRONG-MAP', asin: 'B000000001', priceCents: 1_000, quantity: 1, available: 1 },
    { sku: 'WRONG-COST', asin: 'B000000002', priceCents: 1_000, quantity: 1, available: 1 },
    { sku: 'NO-MAP', asin: 'B000000003', priceCents: 1_000, quantity: 1, available: 1 },
    { sku: 'RIGHT', asin: 'B000000004', mapCents: 1_500, costCents: 500, priceCents: 1_450, quantity: 1, available: 1 },
    ...Array.from({ length: 12 }, (_, nth) => ({
      sku: `STILL-${nth}`,
      asin: `B00STILL${String(nth).padStart(2, '0')}`,
      mapCents: 1_000,
      priceCents: 1_000,
      quantity: 0,
    })),
  ]);
  for (const [sku, upc] of Object.entries(UPCS)) {
    await sql`update product_gtins set gtin14 = ${upc.padStart(14, '0')} where product_id = (select product_id from listings where seller_sku = ${sku})`.execute(
      db,
    );
  }
  const item = (sku: keyof typeof UPCS, MAP: string, cost: string) => ({ upc: UPCS[sku], MAP, cost, item_code: sku, product_title: sku });
  const rows = [item('WRONG-MAP', MISTYPED, '5'), item('WRONG-COST', '10', MISTYPED), item('NO-MAP', '', MISTYPED)];
  expect((await admin.post('/api/pricelists/bulk-update', rows)).json()).toMatchObject({ insertedCount: 3, errors: [] });
  await sql`insert into offer_samples values ('B000000003', 'New', 1, 0, now())`.execute(db);
  await sql`insert into competitor_offers values ('B000000003', 11, 'A3DEALDEPOT02', false, 12, 0, false, true, now())`.execute(db);
});

it('a mistyped MAP or cost holds its own listing, and the others are priced', async () => {
  for (const preview of ['/api/adminsettings/test/syncelocalandamazonsfinventory', `${SYNC}/lowestprice/preview`]) {
    const job = await finishedJob(app, admin, (await admin.post(preview)).json().jobId, sim);
    expect(job).toMatchObject({ status: 'COMPLETED', total: 16 });
    const changes = Object.fromEntries((await changesOf(db, job.jobId)).map(({ sku, ...rest }) => [sku, rest]));
    expect(changes).toMatchObject({
      'WRONG-MAP': { outcome: 'HELD', held_by: 'no_inputs', price: null },
      'WRONG-COST': { outcome: 'HELD', held_by: 'floor_above_map', price: null },
      'NO-MAP': { outcome: 'HELD', price: null },
      RIGHT: { outcome: 'PREVIEW', price: '15.00' },
    });
  }
});

it('a floor that no price can reach is never sent, even without a MAP', async () => {
  const answer = (await admin.post(`${SYNC}/debug`, { merchantSku: 'NO-MAP' })).json();
  expect(answer).toMatchObject({
    chosen: '11.00',
    guards: { heldBy: 'floor_above_map', sendsPrice: false, reason: expect.stringContaining('check the cost') },
  });
  expect((await admin.post(`${SYNC}/debug`, { merchantSku: 'WRONG-MAP' })).json()).toMatchObject({ inputs: { map: { price: MISTYPED, use: 'unusable' } } });
});

it('the price of an FBA listing with a mistyped MAP can be changed, and stock is sorted by MAP', async () => {
  await sql`update price_list_items set map = ${MISTYPED}, cost = 4 where product_title = 'FBA-WRONG'`.execute(db);
  expect((await admin.get('/api/fba/bulk-update-prices/preview')).json()).toMatchObject({ totalItems: 1, heldCount: 1 });
  expect((await admin.post('/api/fba/update-price', { asin: 'B0000000FB', price: 19 })).json()).toMatchObject({ success: true, map: Number(MISTYPED) });
  const skus = async (descending: boolean) => {
    const { data } = (await admin.get(`/api/inventory/stock?sort=map&descending=${descending}`)).json();
    return data.map(({ seller_sku }: { seller_sku: string }) => seller_sku);
  };
  expect((await skus(true)).slice(0, 2).toSorted()).toEqual(['FBA-WRONG', 'WRONG-MAP']);
  expect((await skus(false)).slice(-2).toSorted()).toEqual(['FBA-WRONG', 'WRONG-MAP']);
});
