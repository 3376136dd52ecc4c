import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { findFewDue, type StockFilter, type StockOrder } from './stock-listing.read-model.ts';
import { listStock } from './stock-page.read-model.ts';

const LISTINGS = 20_000;
const PAGE = 50;
/** The index of the order and the tables of a row, each a few times a row, instead of all listings. */
const FEW = 10 * PAGE;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|listing_counts|products|marketplace_listings|stock_counts|catalog_items|quantity_offers)$/);
await sql`
  with made as (
    insert into products (title, vendor) select 'Made ' || n, 'V' || n % 40 from generate_series(1, ${LISTINGS}::int) n returning id, title
  )
  insert into listings (product_id, seller_sku, asin, condition, channel) select id, 'M-' || substr(title, 6), 'B0M' || substr(title, 6), 11, 'SELLER_FULFILLED' from made`.execute(
  app.owner.db,
);
await sql`update listing_counts set on_hand = listing_id % 100, sorted_on_hand = listing_id % 100, last_counted_at = case when listing_id % 100 > 0 then now() end`.execute(
  app.owner.db,
);
await sql`analyze`.execute(app.owner.db);

const ALL: StockFilter = { isInStock: false, isWithoutSku: false, isCountDue: false, isBelowMap: false, hasNegativeMargin: false };
const BY_STOCK: StockOrder = { sort: 'on_hand', isDescending: true };

it.each([
  ['the opening page', ALL, BY_STOCK, undefined],
  ['a late page', ALL, BY_STOCK, { key: 50, id: 10_050 }],
  ['a late page by SKU', ALL, { sort: 'sku', isDescending: false }, { key: 'M-5000', id: 5_000 }],
  ['a late page by item', ALL, { sort: 'item', isDescending: false }, { key: 'Made 5000', id: 5_000 }],
  ['listings in stock that were never counted, of which there are none', { ...ALL, isCountDue: true }, BY_STOCK, undefined],
] as const)('reads few rows for %s', async (_, filter, order, after) => {
  const dueListings = filter.isCountDue ? await findFewDue(app.db) : undefined;
  const read = () => listStock(db, { ...filter, dueListings }, order, { after, limit: PAGE });
  expect(await rowsRead(read)).toBeLessThanOrEqual(FEW);
  expect((await read()).rows.length).toBe(filter.isCountDue ? 0 : PAGE);
});
