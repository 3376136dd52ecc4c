import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedPricedListings } from '../../../../../test/fixtures/pricing/test-pricing.ts';
import { createTestMarketplace } from '../../../../../test/fixtures/test-marketplace.ts';
import { SILENT_TOPICS } from '../../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { followPrices } from './follow-prices.service.ts';
import { checkAllPrices, listChecks } from './price-check.repository.ts';

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const STAY = {
  ...{ strategy: 'STAY_AT_MAP', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null, never_below_map: false },
  ...{ schedule: null, minimum: 15, maximum: null, is_on: true, version: 0 },
};

it('decides a listing whose offers changed before all that are only checked', async () => {
  const skus = ['CHECKED-1', 'CHECKED-2', 'CHANGED-3'];
  await seedPricedListings(
    db,
    sim,
    skus.map((sku, nth) => ({ sku, asin: `B00000000${nth}`, mapCents: 2_000, costCents: 800, priceCents: 2_000, quantity: 1, available: 1 })),
  );
  for (const { id } of await db.selectFrom('listings').select('id').execute()) await admin.put(`/api/pricing/strategies/listings/${id}`, STAY);
  expect(await followPrices({ db, clock: app.clock, topics: SILENT_TOPICS })).toBe(3);
  await checkAllPrices(db);
  const readAt = new Date(app.clock.now().getTime() + 1_000);
  await sql`insert into offer_samples (asin, condition_group, offers, empty_in_a_row, read_at) values ('B000000002', 'New', 1, 0, ${readAt})
    on conflict (asin, condition_group) do update set read_at = excluded.read_at`.execute(db);
  expect((await listChecks(db, { limit: 3, pausedChannels: [] })).map(({ sku }) => sku)).toEqual(['CHANGED-3', 'CHECKED-1', 'CHECKED-2']);
});
