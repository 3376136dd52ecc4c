import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { findExample } from './settings.repository.ts';

const LISTINGS = 20_000;
/** The listings from which the example is chosen, with a product and an item of a price list each. */
const FEW = 50 * 4;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|marketplace_listings|product_gtins|price_list_items)$/);
await createPricedListings(app, LISTINGS);
await app.owner.db.updateTable('marketplace_listings').set({ price: 12, quantity: 3 }).execute();
await sql`analyze marketplace_listings`.execute(app.owner.db);

it('chooses an example without reading the price lists of all products', async () => {
  expect(await rowsRead(() => findExample(db))).toBeLessThanOrEqual(FEW);
  expect(await findExample(db)).toMatchObject({ sku: 'M-0000002', price: '12.00', cost: '5.00' });
});
