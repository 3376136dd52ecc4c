import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listDueAsins } from './catalog-item.repository.ts';

const LISTINGS = 20_000;
const BATCH = 20;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^marketplace_listings$/);
await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, status)
  select 'SKU-' || n, 'B' || lpad((n / 2)::text, 9, '0'), 'Listed', 11, 'DEFAULT', 'Active' from generate_series(1, ${LISTINGS}::int) n`.execute(app.db);
await sql`analyze marketplace_listings`.execute(app.owner.db);

it.each(['', 'B000005000'])('takes the next ASINs to read after "%s" without reading all listings', async (after) => {
  const next = () => listDueAsins(db, { after, limit: BATCH, now: app.clock.now() });
  expect(await next()).toHaveLength(BATCH);
  // Two listings have each ASIN.
  expect(await rowsRead(next)).toBeLessThanOrEqual(3 * BATCH);
});
