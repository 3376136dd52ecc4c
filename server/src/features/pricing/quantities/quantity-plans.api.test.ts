import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listDue } from './quantity-send.repository.ts';

const LISTINGS = 2_000;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|listing_counts|marketplace_listings|quantity_offers)$/);
await createPricedListings(app, LISTINGS);

it('reads each due listing once when all become due after none was', async () => {
  await sql`insert into quantity_offers (listing_id, is_due) select id, false from listings`.execute(app.owner.db);
  await sql`analyze quantity_offers`.execute(app.owner.db);
  await sql`update quantity_offers set is_due = true`.execute(app.owner.db);
  expect(await rowsRead(() => listDue(db, 10))).toBeLessThanOrEqual(6 * LISTINGS);
  expect(await listDue(app.db, LISTINGS * 2)).toHaveLength(LISTINGS);
});
