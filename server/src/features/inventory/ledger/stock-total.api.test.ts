import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { changeListingCount, subtractUnits } from './stock-total.repository.ts';

const LISTINGS = 20_000;
const UNITS = 200;

const app = await createTestApp();
// Without statistics, the planner looks every unit up.
await sql`do $$ declare setting text; begin
  foreach setting in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] loop
    execute format('alter database %I set %I = off', current_database(), setting);
  end loop; end $$`.execute(app.owner.db);
const { db, rowsRead } = openPlans(app, /^stock_counts$/);
await sql`
  with product as (insert into products (title) values ('Kettle') returning id),
    location as (select min(id) as id from locations),
    listed as (insert into listings (product_id, condition, channel, seller_sku)
      select product.id, 11, 'SELLER_FULFILLED', 'SKU-' || n from product, generate_series(1, ${LISTINGS}::int) n returning id),
    unlisted as (insert into stock_counts (location_id, listing_id, on_hand) select id, null, 5 from location),
    placed as (insert into stock_counts (location_id, listing_id, on_hand) select location.id, listed.id, 5 from listed, location)
  insert into location_counts (location_id, on_hand, listings) select id, ${5 * LISTINGS + 5}, ${LISTINGS} from location
  on conflict (location_id) do update set on_hand = excluded.on_hand, listings = excluded.listings`.execute(app.owner.db);
await sql`update listing_counts set on_hand = 5`.execute(app.owner.db);
await sql`analyze stock_counts`.execute(app.owner.db);

it('takes units out of a location of many listings without comparing them with each of its listings', async () => {
  const { rows } = await sql<{ locationId: number; listingId: number | null }>`
    (select location_id as "locationId", listing_id as "listingId" from stock_counts where listing_id is not null order by listing_id limit ${UNITS})
    union all select location_id, null from stock_counts where listing_id is null`.execute(db);
  const units = rows.map((row, nth) => ({ ...row, id: nth + 1, status: 'AVAILABLE' as const }));
  // Explaining the statements runs them again.
  expect(await rowsRead(() => subtractUnits(db, units))).toBeLessThanOrEqual(10 * UNITS);
  const { rows: counts } = await sql`select on_hand, count(*)::int as n from stock_counts group by on_hand order by on_hand`.execute(db);
  expect(counts).toEqual([
    { on_hand: 3, n: UNITS + 1 },
    { on_hand: 5, n: LISTINGS - UNITS },
  ]);
  const { rows: totals } = await sql`select on_hand from location_counts where on_hand > 0`.execute(db);
  expect(totals).toEqual([{ on_hand: 5 * LISTINGS + 5 - 2 * (UNITS + 1) }]);
});

it('changes the count of a listing without reading those of the others in its location', async () => {
  const { rows } = await sql<{ locationId: number; listingId: number | null }>`
    (select location_id as "locationId", listing_id as "listingId" from stock_counts where listing_id is not null order by listing_id limit 1)
    union all select location_id, null from stock_counts where listing_id is null`.execute(db);
  for (const { locationId, listingId } of rows) {
    expect(await rowsRead(() => changeListingCount(db, locationId, listingId, 1))).toBeLessThanOrEqual(4);
  }
});
