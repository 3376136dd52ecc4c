import { utcDay } from '@stowage/contract/formats/day';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { countFbaDays, listFacts } from './reorder-facts.read-model.ts';

const { db, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
await signIn();
const today = utcDay(clock.now());

/** One unit sold at this moment. */
async function sell(at: string): Promise<void> {
  await sql`
    insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    values (${at}, 'SHIPPED', ${at}, ${at}, false, false, false, false, false)`.execute(db);
  await sql`
    insert into order_items (order_id, item_id, seller_sku, quantity, shipped, ordered_at, is_open) values (${at}, '1', ${CODES.kettle.newSku}, 1, 0, ${at}, false)`.execute(
    db,
  );
}

it.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('counts the sales of the same days where the database is in %s', async (zone) => {
  if (zone === 'UTC') {
    // The first and the last minute of 90 days, and those beside them.
    for (const at of ['2026-08-21T23:59:00Z', '2026-08-22T00:00:00Z', '2026-11-19T23:59:00Z', '2026-11-20T00:00:00Z']) await sell(at);
    await sql`
      insert into shipment_sales_requests (from_at, to_at, status, requested_by, requested_at)
      select '2026-11-01T00:00:00Z', '2026-11-11T00:00:00Z', 'DONE', id, now() from users limit 1`.execute(db);
  }
  const [facts, fbaDays] = await db.transaction().execute(async (tx) => {
    await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
    return [await listFacts(tx, { productIds: undefined, today, leadDays: 20, reviewDays: 10 }), await countFbaDays(tx, today)] as const;
  });
  expect(facts).toMatchObject([{ sold7: 1, sold90: 2, squares90: 2 }]);
  expect(fbaDays).toBe(11);
});
