import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, marketplace, sim } = await startTestPricing();

const at = (amount: number) => [{ schedule: [{ value_with_tax: amount }] }];
const offer = (audience: string, price: number, rest: object) => ({
  marketplace_id: 'ATVPDKIKX0DER',
  currency: 'USD',
  audience,
  our_price: at(price),
  ...rest,
});
const SALE = [{ schedule: [{ start_at: '2026-11-20T00:00:00Z', end_at: '2027-01-02T00:00:00Z', value_with_tax: 15 }] }];
const LIMITS = { minimum_seller_allowed_price: at(12), maximum_seller_allowed_price: at(40) };
const forEverybody = (price: number) => offer('ALL', price, { discounted_price: SALE, ...LIMITS });
const forBusinesses = offer('B2B', 18, {
  quantity_discount_plan: [{ schedule: [{ discount_type: 'PERCENT_OFF_LIST_PRICE', levels: [{ lower_bound: 5, value: 5 }] }] }],
});

async function offerWithSale(sku: string): Promise<void> {
  await marketplace.patchListing(sku, [{ op: 'replace', attribute: 'purchasable_offer', value: [forEverybody(19.9), forBusinesses] }]);
  await sim.advance(10_000);
}

/** More than a sync sends one by one, so that it submits a feed. */
const OF_FEED = ['FEED', 'FEED,2', ...Array.from({ length: 500 }, (_, nth) => `STILL-${nth}`)];
const listing = (sku: string, nth: number) => ({ sku, asin: `B${1_000_000_000 + nth}`.slice(0, 10), priceCents: 1_990, quantity: 0 });
await seedPricedListings(db, sim, [{ ...listing('ALONE', 999), mapCents: 2_000 }, ...OF_FEED.map((sku, nth) => ({ ...listing(sku, nth), mapCents: 1_990 }))]);

it.each([
  ['one by one', ['ALONE']],
  ['by a feed', ['FEED', 'FEED,2']],
])('a sync that sends prices %s keeps the sale, limits and business prices of an offer', async (how, skus) => {
  if (how === 'by a feed') await sql`update price_list_items set map = 20`.execute(db);
  for (const sku of skus) await offerWithSale(sku);
  await sim.clearJournal();
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory')).json();
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ status: 'COMPLETED', hasError: false });
  const calls = (await sim.journal()).map(({ operation }) => operation);
  expect(calls.includes('createFeed')).toBe(how === 'by a feed');
  // A call for each listing would take a feed's changes half an hour.
  expect(calls.filter((operation) => operation === 'searchListingsItems' || operation === 'getListingsItem').length).toBeLessThan(50);
  await sim.advance(10_000);
  for (const sku of skus) expect(await marketplace.offerAttributes(sku)).toEqual([forEverybody(20), forBusinesses]);
});
