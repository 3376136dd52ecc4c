import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { lockUncountedUnits } from './audit.repository.ts';

const UNITS = 2_000;

const app = await createTestApp();
await seedTestCatalog(app.db);
const { db, rowsRead } = openPlans(app, /^units$/);

it('finds the next units of a listing in a location without reading all of them', async () => {
  const { rows } = await sql<{ listingId: number; locationId: number }>`
    with shelf as (select min(id) as id from locations),
      kettle as (select id, fnsku from listings where seller_sku = ${CODES.kettle.newSku})
    insert into units (listing_id, identifier, location_id, status, source)
    select kettle.id, coalesce(kettle.fnsku, ''), shelf.id, 'AVAILABLE', 'SCAN' from kettle, shelf, generate_series(1, ${UNITS}::int)
    returning listing_id as "listingId", location_id as "locationId"`.execute(app.owner.db);
  await sql`analyze units`.execute(app.owner.db);
  const { listingId, locationId } = rows[0] ?? expect.fail('no unit was added');
  const item = { roundId: 'a round', locationId, item: { listingId, identifier: CODES.kettle.newSku }, scans: [1, 2] };
  let units: unknown[][] = [];
  expect(
    await rowsRead(async () => {
      units = await lockUncountedUnits(db, [item]);
    }),
  ).toBeLessThanOrEqual(item.scans.length);
  expect(units).toMatchObject([[{ listingId }, { listingId }]]);
});
