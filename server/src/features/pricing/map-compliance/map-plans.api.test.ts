import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { recordMapSnapshots } from './map-snapshot.repository.ts';

const LISTINGS = 20_000;
/** For each ASIN its listing, product and price list item, for the offers and for the sample. */
const FEW = 20;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|product_gtins|price_list_items)$/);
await createPricedListings(app, LISTINGS);

it('compares a sample with the price lists of its ASINs alone', async () => {
  const asins = ['B0M0000002', 'B0M0010000', 'B0M0020000'];
  await sql`
    insert into competitor_offers (asin, condition, seller_id, is_own, price, shipping, is_fba, is_featured, read_at)
    select unnest(${asins}::text[]), 11, 'A1', false, 8, 0, false, false, now()`.execute(app.owner.db);
  const read = () =>
    recordMapSnapshots(
      db,
      asins.map((asin) => ({ asin, isCutShort: false })),
      new Date('2026-11-28T12:00:00Z'),
    );
  expect(await rowsRead(read)).toBeLessThanOrEqual(FEW * asins.length);
  const snapshots = await app.db.selectFrom('map_snapshots').select(['asin', 'map', 'is_violation']).orderBy('asin').execute();
  expect(snapshots).toEqual(asins.map((asin) => ({ asin, map: '10.00', is_violation: true })));
});
