import { DAY_MS } from '@stowage/contract/formats/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestMarketplace, TEST_LISTING } from '../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { purgeFeesTask } from './purge-fees.task.ts';

const { account, sim } = await createTestMarketplace();
const OTHER = 'B0STRANGER';
await sim.seed([TEST_LISTING, { ...TEST_LISTING, sku: 'OTHER', asin: OTHER, fnSku: 'X00OTHERNN' }]);
const { app, db, clock, signIn } = await createTestApp({ account });
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const person = await signIn();
const { asin } = CODES.kettle;

const ask = (query: string, address = '203.0.113.1') => app.inject({ method: 'GET', url: `/api/public/fba-fee?${query}`, remoteAddress: address });
const asked = async () => (await sim.journal()).filter(({ operation }) => operation === 'getMyFeesEstimateForASIN').length;

beforeEach(async () => {
  await db.deleteFrom('fee_lookups').execute();
  await sim.clearFaults();
  // The counts of strangers' calls are per minute.
  clock.advance(61_000);
});

describe('the fee lookup', () => {
  it('answers strangers without internal data', async () => {
    const answer = (await ask(`asin=${asin.toLowerCase()}`)).json();
    expect(answer).toEqual({
      success: true,
      message: 'FBA fee found',
      asin,
      seller_sku: null,
      product_title: 'Electric Kettle',
      image_url: expect.stringMatching(/^https:/),
      fee_amount: expect.any(Number),
      currency: 'USD',
      item_price: null,
      last_updated: clock.now().toISOString(),
      referral_fee: null,
      net: null,
      cost: null,
      is_stale: false,
    });
    expect(answer.fee_amount).toBeGreaterThan(0);
  });

  it('shows signed-in users the SKU, the cost and the net amount', async () => {
    await db
      .insertInto('marketplace_listings')
      .values({ seller_sku: CODES.kettle.newSku, asin, title: 'x', condition: 11, channel: 'DEFAULT', price: '20.00', quantity: 1, status: 'Active' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await admin.post('/api/pricelists/bulk-update', [{ upc: CODES.kettle.upc, MAP: '25', cost: '7.50', item_code: '', product_title: 'Kettle' }]);
    const answer = (await person.get(`/api/public/fba-fee?asin=${asin}`)).json();
    expect(answer).toMatchObject({ seller_sku: CODES.kettle.newSku, cost: 7.5, item_price: 20, referral_fee: 3 });
    expect(answer.net).toBeCloseTo(20 - 3 - answer.fee_amount, 2);
    await db.deleteFrom('marketplace_listings').execute();
  });

  it('ignores the price of a used listing', async () => {
    await db
      .insertInto('marketplace_listings')
      .values({ seller_sku: CODES.kettle.goodSku, asin, title: 'x', condition: 3, channel: 'DEFAULT', price: '5.00', quantity: 1, status: 'Active' })
      .execute();
    expect((await person.get(`/api/public/fba-fee?asin=${asin}`)).json().item_price).toBeNull();
    await db.deleteFrom('marketplace_listings').execute();
  });

  it('deletes fees that nobody has looked up for a month', async () => {
    await ask(`asin=${asin}`);
    const purge = () => purgeFeesTask({ db, clock }).run({}, new AbortController().signal);
    await purge();
    expect(await db.selectFrom('fee_lookups').select('asin').execute()).toHaveLength(1);
    clock.advance(31 * DAY_MS);
    await purge();
    expect(await db.selectFrom('fee_lookups').select('asin').execute()).toEqual([]);
  });

  it('calls the marketplace once a day per product', async () => {
    const before = await asked();
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask(`asin=${asin}`, `203.0.113.${i}`)));
    expect((await asked()) - before).toBe(1);
    clock.advance(23 * 60 * 60 * 1000);
    await ask(`asin=${asin}`);
    expect((await asked()) - before).toBe(1);
    clock.advance(2 * 60 * 60 * 1000);
    await ask(`asin=${asin}`);
    expect((await asked()) - before).toBe(2);
  });

  it("shows the old fee when the marketplace can't be called", async () => {
    const first = (await ask(`asin=${asin}`)).json();
    clock.advance(25 * 60 * 60 * 1000);
    await sim.fault({ effect: 'slow', operation: 'getMyFeesEstimateForASIN', times: 1 });
    const before = await asked();
    const [other, second] = await Promise.all([
      ask(`asin=${OTHER}`),
      expect
        .poll(asked)
        .toBe(before + 1)
        .then(() => ask(`asin=${asin}`)),
    ]);
    expect(other.json()).toMatchObject({ success: true, is_stale: false });
    expect(second.json()).toMatchObject({ success: true, is_stale: true, fee_amount: first.fee_amount, last_updated: first.last_updated });
  });

  it('does not retry when throttled, and shows the old fee', async () => {
    const first = (await ask(`asin=${asin}`)).json();
    clock.advance(25 * 60 * 60 * 1000);
    await sim.fault({ effect: 'throttle', operation: 'getMyFeesEstimateForASIN' });
    const before = await asked();
    expect((await ask(`asin=${asin}`)).json()).toMatchObject({ is_stale: true, fee_amount: first.fee_amount });
    expect((await person.get(`/api/public/fba-fee?asin=${OTHER}`)).json()).toMatchObject({ success: false, message: 'Failed to retrieve FBA fee data' });
    expect((await asked()) - before).toBe(2);
  });

  it('shows the old fee instead of waiting for a slow answer', async () => {
    await ask(`asin=${asin}`);
    clock.advance(25 * 60 * 60 * 1000);
    await sim.fault({ effect: 'slow', operation: 'getMyFeesEstimateForASIN', times: 1 });
    expect((await person.get(`/api/public/fba-fee?asin=${asin}`)).json()).toMatchObject({ success: true, is_stale: true });
  });

  it('does not store temporary failures', async () => {
    const first = (await ask(`asin=${asin}`)).json();
    clock.advance(25 * 60 * 60 * 1000);
    await sim.fault({ effect: 'inner-throttle', operation: 'getMyFeesEstimateForASIN', times: 2 });
    expect((await ask(`asin=${asin}`)).json()).toMatchObject({ success: true, is_stale: true, fee_amount: first.fee_amount });
    const unknown = await ask(`asin=${OTHER}`);
    expect([unknown.statusCode, unknown.json().message]).toEqual([502, 'Failed to retrieve FBA fee data']);
    for (const one of [asin, OTHER]) expect((await ask(`asin=${one}`)).json()).toMatchObject({ success: true, is_stale: false });
  });

  it('shows the fee when the catalog does not answer', async () => {
    await sim.fault({ effect: 'error500', operation: 'searchCatalogItems' });
    expect((await ask(`asin=${OTHER}`)).json()).toMatchObject({ success: true, product_title: null });
  });

  it('uses the imported fee of our own listing before it calls the marketplace', async () => {
    const listing = { seller_sku: 'FBA-N', asin, title: 'Kettle', condition: 11, channel: 'AMAZON_NA', price: '20.00', quantity: 1, status: 'Active' };
    await db.insertInto('marketplace_listings').values(listing).execute();
    const readAt = clock.now();
    const fees = { fulfilment: '4.50', referral: '3.00', total: '7.50' };
    await db
      .insertInto('fee_estimates')
      .values({ seller_sku: 'FBA-N', asin, price: '20.00', is_fba: true, ...fees, source: 'x', read_at: readAt })
      .execute();
    const before = await asked();
    const answer = (await ask(`asin=${asin}`)).json();
    expect(answer).toMatchObject({ fee_amount: 4.5, referral_fee: 3, net: 12.5, item_price: 20, is_stale: false, last_updated: readAt.toISOString() });
    expect(await asked()).toBe(before);
    // Another price or the seller's own shipping would have another fee.
    await db.updateTable('marketplace_listings').set({ price: '21.00' }).execute();
    await ask(`asin=${asin}`);
    expect((await asked()) - before).toBe(1);
    await db.deleteFrom('fee_estimates').execute();
    await db.deleteFrom('marketplace_listings').execute();
  });

  it.each([
    ['', 'Please enter an ASIN'],
    ['asin=%20', 'Please enter an ASIN'],
    ['asin=B00', 'An ASIN has 10 letters and digits'],
    ["asin=B000KETTL'", 'An ASIN has 10 letters and digits'],
    ['asin=B0NOTKNOWN', 'Amazon has no fee estimate for this ASIN'],
  ])('answers %s with %s', async (query, message) => {
    const answer = await ask(query);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: false, message }]);
  });

  it('stores that the marketplace has no estimate', async () => {
    const before = await asked();
    for (let i = 0; i < 3; i++) await ask('asin=B0NOTKNOWN');
    expect((await asked()) - before).toBe(1);
  });
});

describe('limits', () => {
  it('apply per address, including stored fees', async () => {
    const answers = [];
    for (let i = 0; i < 31; i++) answers.push((await ask(`asin=${asin}`)).statusCode);
    expect([answers.slice(0, 30).every((status) => status === 200), answers[30]]).toEqual([true, 429]);
    expect((await ask(`asin=${asin}`, '203.0.113.9')).statusCode).toBe(200);
    expect((await person.get(`/api/public/fba-fee?asin=${asin}`)).statusCode).toBe(200);
  });

  it('apply per network for IPv6 addresses', async () => {
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await ask(`asin=${asin}`, `2001:db8:1:2::${i.toString(16)}`)).statusCode);
    expect(statuses.lastIndexOf(200)).toBe(29);
    expect((await ask(`asin=${asin}`, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('serve one stranger at a time, so that signed-in users get through', async () => {
    const before = await asked();
    const asins = Array.from({ length: 100 }, (_, i) => `B0STRANG${String(i).padStart(2, '0')}`);
    const answers = await Promise.all(asins.map((one, i) => ask(`asin=${one}`, `198.51.100.${i}`)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect((await asked()) - before).toBe(100 - refused.length);
    expect(refused.length).toBeGreaterThan(90);
    expect(refused[0]?.json()).toMatchObject({ success: false, message: 'Too many lookups right now. Please try again in a minute.' });
    expect((await person.get(`/api/public/fba-fee?asin=${OTHER}`)).json()).toMatchObject({ success: true });
  });

  it('reserve one of two tokens for signed-in users', async () => {
    // The refill is slow enough that no token returns during the test.
    const scarce = await createTestMarketplace({ rateScale: 0.001 });
    await scarce.sim.seed([TEST_LISTING, { ...TEST_LISTING, sku: 'OTHER', asin: OTHER, fnSku: 'X00OTHERNN' }]);
    const quiet = await createTestApp({ account: scarce.account });
    const stranger = (one: string) => quiet.app.inject({ method: 'GET', url: `/api/public/fba-fee?asin=${one}` });
    expect((await stranger(asin)).json()).toMatchObject({ success: true });
    expect((await stranger(OTHER)).statusCode).toBe(429);
    expect((await (await quiet.signIn()).get(`/api/public/fba-fee?asin=${OTHER}`)).json()).toMatchObject({ success: true, is_stale: false });
  });
});
