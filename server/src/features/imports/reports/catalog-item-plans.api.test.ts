import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listDueAsins } from './catalog-item.repository.ts';
import { listDueListings } from './fee-estimate.repository.ts';

const LISTINGS = 20_000;
const BATCH = 20;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(marketplace_listings|catalog_items|fee_estimates)$/);
await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, status, price)
  select 'SKU-' || lpad(n::text, 6, '0'), 'B' || lpad((n / 2)::text, 9, '0'), 'Listed', 11, 'DEFAULT', 'Active', 5 from generate_series(1, ${LISTINGS}::int) n`.execute(
  app.db,
);
await sql`analyze marketplace_listings`.execute(app.owner.db);

it.each(['', 'B000005000'])('takes the next ASINs to read after "%s" without reading all listings', async (after) => {
  const next = () => listDueAsins(db, { after, limit: BATCH, now: app.clock.now() });
  expect(await next()).toHaveLength(BATCH);
  // Two listings have each ASIN.
  expect(await rowsRead(next)).toBeLessThanOrEqual(3 * BATCH);
});

it('takes the next products and fees without reading all that were read already', async () => {
  const now = app.clock.now();
  await sql`insert into catalog_items (asin, gtins, read_at) select 'B' || lpad(n::text, 9, '0'), '{}', ${now} from generate_series(0, 5000) n`.execute(app.db);
  await sql`insert into fee_estimates (seller_sku, asin, price, is_fba, source, error, read_at)
    select seller_sku, asin, price, false, 'test', 'none', ${now} from marketplace_listings where seller_sku <= 'SKU-010000'`.execute(app.db);
  const products = () => listDueAsins(db, { after: 'B000004990', limit: BATCH, now });
  const fees = () => listDueListings(db, { after: 'SKU-009990', limit: BATCH, now });
  expect((await products())[0]).toBe('B000005001');
  expect((await fees())[0]).toMatchObject({ sku: 'SKU-010001', asin: 'B000005000' });
  // A listing and what is known of it.
  expect(await rowsRead(products)).toBeLessThanOrEqual(6 * BATCH);
  expect(await rowsRead(fees)).toBeLessThanOrEqual(6 * BATCH);
});
