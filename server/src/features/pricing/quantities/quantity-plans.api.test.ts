import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPricedListings } from '../../../../test/fixtures/plans/priced-listings.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { recordDrift } from './drift/quantity-drift.repository.ts';
import { planDue } from './quantity-plan.repository.ts';
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

it('writes a due listing once, however often its stock changes, and again after its send was opened', async () => {
  await sql`update quantity_settings set mode = 'ON'`.execute(app.owner.db);
  await sql`update quantity_offers set is_due = false, is_forced = false, sent_at = null, answered_at = null`.execute(app.owner.db);
  await sql`update marketplace_listings set quantity = 2`.execute(app.owner.db);
  await sql`update listing_counts set on_hand = 5`.execute(app.owner.db);
  const { id } = await app.db.selectFrom('listings').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  // Where the row is stored changes with each write to it, not with a lock.
  const offer = async () => {
    const { rows } = await sql<{ version: number; place: string }>`select version, ctid::text as place from quantity_offers where listing_id = ${id}`.execute(
      app.db,
    );
    return onlyRow({ rows });
  };
  const decide = async () => {
    await sql`insert into quantity_checks (listing_id) values (${id})`.execute(app.db);
    await app.db.transaction().execute(async (tx) => recordDrift(tx, await planDue(tx), new Date('2026-11-28T12:00:00Z')));
  };
  await decide();
  const due = await offer();
  await sql`update listing_counts set on_hand = on_hand + 1 where listing_id = ${id}`.execute(app.owner.db);
  await decide();
  expect(await offer()).toEqual(due);
  await sql`update quantity_offers set sent = 0, sent_at = now(), sent_version = version where listing_id = ${id}`.execute(app.db);
  await decide();
  await decide();
  expect(await offer()).toMatchObject({ version: due.version + 1 });
});
