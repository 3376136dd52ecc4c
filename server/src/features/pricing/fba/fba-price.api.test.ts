import { beforeAll, describe, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
// What is accepted here is newer than what the listings were created with.
app.clock.set(new Date(Date.now() + 60_000));
const SYNCS = ['listings.read', 'listings.sync', 'account.own'] as const;
const syncer = await app.signIn(SYNCS);
const update = async (person: SignedIn, price: number, part: object = {}) => person.post('/api/fba/update-price', { asin: 'B0000000FB', price, ...part });

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    { sku: 'FBA-N', asin: 'B0000000FB', mapCents: 3_000, costCents: 1_134, priceCents: 2_900, quantity: 4, channel: 'AMAZON_NA' },
  ]);
});

describe('a price that a guard holds', () => {
  it('is sent only by people who may approve prices', async () => {
    expect((await update(syncer, 15)).json()).toMatchObject({ success: false, isHeld: true });
    const refused = await update(syncer, 15, { isApproved: true });
    expect([refused.statusCode, refused.json().error.code, refused.json().success]).toEqual([403, 'forbidden', false]);
    expect((await update(syncer, 15)).json()).toMatchObject({ isHeld: true, currentPrice: 29 });
    expect((await update(await app.signIn([...SYNCS, 'prices.approve']), 15, { isApproved: true })).json()).toMatchObject({ success: true });
  });

  it('and one that no guard holds is sent without an approval', async () => {
    expect((await update(syncer, 15, { isApproved: false })).json()).toMatchObject({ success: true, price: 15 });
    expect((await update(syncer, 15, { businessPrice: null })).json()).toMatchObject({ success: true, price: 15, businessPrice: null });
  });
});

it('names the floor only to people who may see costs', async () => {
  const seesCosts = (await update(await app.signIn([...SYNCS, 'costs.read']), 0.01)).json();
  expect(seesCosts).toMatchObject({ success: false, isHeld: false, floor: 11.34, error: '$0.01 is below the floor of $11.34' });
  const refused = (await update(syncer, 0.01)).json();
  expect(refused).toMatchObject({ success: false, isHeld: false, floor: null, error: '$0.01 is below the floor', message: '$0.01 is below the floor' });
  expect(JSON.stringify(refused)).not.toContain('11.34');
});

it('a bulk update that can’t start says why in its message', async () => {
  expect((await syncer.post('/api/adminsettings/syncelocalandamazonsfinventory')).statusCode).toBe(200);
  const refused = await syncer.post('/api/fba/bulk-update-prices');
  const message = 'Sync merchant fulfilled inventory is running already';
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { success: false, message, error: { reason: 'already_running', message } }]);
});
