import { expect, it } from 'vitest';
import { createPricedListings } from '../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { findOwnSide } from './fee-lookup.repository.ts';

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|product_gtins|price_list_items)$/);
await createPricedListings(app, 20_000);

it('reads the price list of one product for its cost', async () => {
  const read = () => findOwnSide(db, 'B0M0010000');
  expect(await rowsRead(read)).toBeLessThanOrEqual(20);
  expect(await read()).toEqual({ sellerSku: 'M-0010000', cost: '5.0000' });
});
