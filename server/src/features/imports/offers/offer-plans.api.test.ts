import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listOfferAsins } from './offer-asin.read-model.ts';

const LISTINGS = 20_000;
const PAGE = 20;
/** Both groups of an ASIN's samples, its listings and its price lists, each a few times a row, instead of all. */
const FEW = 30 * PAGE;
const STARTED_AT = new Date('2026-11-28T12:00:00Z');

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|marketplace_listings|offer_samples|product_gtins|price_list_items)$/);
// Every second listing is on a price list; of the others every second one was sampled.
await sql`
  with made as (
    insert into products (title) select lpad(n::text, 7, '0') from generate_series(1, ${LISTINGS}::int) n returning id, title
  ), listed as (
    insert into listings (product_id, seller_sku, asin, condition, channel) select id, 'M-' || title, 'B0M' || title, 11, 'SELLER_FULFILLED' from made
  ), offered as (
    insert into marketplace_listings (seller_sku, asin, title, condition, channel, status) select 'M-' || title, 'B0M' || title, title, 11, 'DEFAULT', 'Active' from made
  ), known as (
    insert into product_gtins (gtin14, product_id) select lpad(title, 14, '0'), id from made
  ), priced as (
    insert into price_list_items (gtin, product_title, upload_id) select lpad(title, 14, '0'), title, 0 from made where title::int % 2 = 0
  )
  insert into offer_samples (asin, condition_group, offers, empty_in_a_row, read_at)
  select 'B0M' || title, unnest(array['New', 'Used']), 1, 0, ${STARTED_AT}::timestamptz - title::int * interval '1 second' from made where title::int % 4 = 1`.execute(
  app.owner.db,
);
await sql`analyze`.execute(app.owner.db);

const page = (after: string) => ({ after, limit: PAGE, startedAt: STARTED_AT, hasTime: true });

it.each([
  ['the first of price lists', '', '0 B0M0000002'],
  ['later ones of price lists', '0 B0M0010000', '0 B0M0010002'],
  ['the first ones that were never sampled', '1 ', '1 00000000000000000000 B0M0000003'],
  ['later ones that were never sampled', '1 00000000000000000000 B0M0010003', '1 00000000000000000000 B0M0010007'],
  ['those sampled longest ago', '1 00000000000000000000 B0M0019999', '1 20261128062643000000 B0M0019997'],
  ['those sampled later', '1 20261128091320000000 B0M0010000', '1 20261128091323000000 B0M0009997'],
])('reads few rows for %s', async (_, after, first) => {
  const read = () => listOfferAsins(db, page(after));
  expect(await rowsRead(read)).toBeLessThanOrEqual(FEW);
  const asins = await read();
  expect([asins[0]?.key, asins.length]).toEqual([first, PAGE]);
});

it('reads each ASIN once', async () => {
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const asins = await listOfferAsins(app.db, { ...page(after), limit: 999 });
    if (asins.length === 0) break;
    seen.push(...asins.map(({ asin }) => asin));
    after = asins.at(-1)?.key ?? '';
  }
  expect([seen.length, new Set(seen).size]).toEqual([LISTINGS, LISTINGS]);
});
