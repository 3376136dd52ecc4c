import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { insertOffers, listDue } from './quantity-send.repository.ts';

const LISTINGS = 2_000;
/** The listing, its counts, its quantity and what Amazon shows, read to decide and to write. */
const FEW = 10;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^(listings|listing_counts|marketplace_listings|quantity_offers)$/);
await createPricedListings(app, LISTINGS);

it('reads each due listing once when all become due after none was', async () => {
  await sql`insert into quantity_offers (listing_id, is_due) select id, false from listings`.execute(app.owner.db);
  await sql`analyze quantity_offers`.execute(app.owner.db);
  await sql`update quantity_offers set is_due = true, is_forced = true`.execute(app.owner.db);
  const { id } = await app.db.insertInto('listing_jobs').values({ kind: 'offer-quantities' }).returning('id').executeTakeFirstOrThrow();
  const startedAt = new Date('2026-11-28T12:00:00Z');
  expect(await rowsRead(() => listDue(db, 10))).toBeLessThanOrEqual(FEW * LISTINGS);
  expect(await rowsRead(() => insertOffers(db, { id, startedAt }))).toBeLessThanOrEqual(FEW * LISTINGS);
  const { count } = await app.db
    .selectFrom('listing_changes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(LISTINGS);
});
