import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const withoutCosts = await app.signIn(['listings.read', 'listings.sync', 'account.own']);
const debug = async (person: SignedIn, merchantSku: string) =>
  (await person.post('/api/adminsettings/syncelocalandamazonsfinventory/debug', { merchantSku })).json();

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    { sku: 'PRICED', asin: 'B000000001', mapCents: 2_000, costCents: 1_134, priceCents: 1_900, quantity: 1, available: 3 },
    { sku: 'COSTLY', asin: 'B000000002', mapCents: 1_000, costCents: 1_134, priceCents: 1_000, quantity: 0, available: 0 },
    { sku: 'FBA', asin: 'B000000004', mapCents: 1_000, priceCents: 900, quantity: 0, available: 4, channel: 'AMAZON_NA' },
    { sku: 'CAPPED', asin: 'B000000003', mapCents: 1_000, costCents: 1_134, priceCents: 1_000, quantity: 0, available: 0 },
  ]);
  await sql`insert into fee_estimates (seller_sku, asin, price, is_fba, fulfilment, referral, total, source, read_at)
    values ('PRICED', 'B000000001', 19, false, 0, 2.5, 2.5, 'getMyFeesEstimates', now())`.execute(db);
  const { id } = await db.selectFrom('listings').select('id').where('seller_sku', '=', 'CAPPED').executeTakeFirstOrThrow();
  const strategy = { strategy: 'STAY_AT_MAP', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null };
  const limits = { never_below_map: false, schedule: null, minimum: null, maximum: 10, is_on: true, version: 0 };
  expect((await admin.put(`/api/pricing/strategies/listings/${id}`, { ...strategy, ...limits })).statusCode).toBe(200);
});

it('leaves costs out for people who may not see them', async () => {
  expect(await debug(admin, 'PRICED')).toMatchObject({ guards: { cost: '11.34', fees: '2.50', floor: expect.stringMatching(/^1\d\.\d\d$/) } });
  const hidden = await debug(withoutCosts, 'PRICED');
  expect(hidden).toMatchObject({ chosen: '20.00', guards: { cost: null, fees: null, floor: null, wanted: { price: '20.00' } } });
  for (const sku of ['COSTLY', 'CAPPED']) {
    const answer = await debug(withoutCosts, sku);
    expect(answer).toMatchObject({ merchantSku: sku, guards: { sendsPrice: false, reason: expect.stringContaining('floor') } });
    expect(JSON.stringify(answer)).not.toContain('11.34');
  }
});

it('says why a price is held without the amount of its floor', async () => {
  expect((await debug(admin, 'COSTLY')).guards).toMatchObject({ reason: 'The floor is above the MAP', floor: '11.34', wanted: { price: null } });
  expect((await debug(admin, 'CAPPED')).guards).toMatchObject({ reason: 'The floor from cost, fees and margin is above the maximum of $10.00' });
});

it('has a quantity only where a sync sends one: for own stock, while quantities are not paused', async () => {
  const attributes = async (sku: string) => (await debug(admin, sku)).payload.patches.map(({ attribute }: { attribute: string }) => attribute);
  expect(await attributes('PRICED')).toEqual(['fulfillment_availability', 'purchasable_offer']);
  expect(await attributes('FBA')).toEqual(['purchasable_offer']);
  await setQuantities(admin, { mode: 'PAUSED' });
  expect(await attributes('PRICED')).toEqual(['purchasable_offer']);
  expect((await debug(admin, 'PRICED')).guards).toMatchObject({ wanted: { quantity: null }, sendsQuantity: false });
});
