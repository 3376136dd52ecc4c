import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
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
await createPricedListings(app, LISTINGS);
// Every second one of those without a price list was sampled.
await sql`
  insert into offer_samples (asin, condition_group, offers, empty_in_a_row, read_at)
  select asin, unnest(array['New', 'Used']), 1, 0, ${STARTED_AT}::timestamptz - right(asin, 7)::int * interval '1 second'
  from listings where right(asin, 7)::int % 4 = 1`.execute(app.owner.db);
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
