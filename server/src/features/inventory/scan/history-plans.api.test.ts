import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openOneSession } from '../../../../test/fixtures/one-session.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listHistory } from './history.read-model.ts';

const TURNS = 12;
/** Enough that a page without a known limit looks expensive. */
const UNITS = 30_000;

const app = await createTestApp();
await seedTestCatalog(app.owner.db);
await sql`insert into units (listing_id, identifier, location_id, status, source)
  select (select id from listings where fnsku = ${CODES.kettle.newFnsku}), ${CODES.kettle.newFnsku}, 1, 'AVAILABLE', 'SCAN'
  from generate_series(1, ${UNITS}::int)`.execute(app.owner.db);
await sql`analyze units`.execute(app.owner.db);
const session = openOneSession(app);

it('does not plan each page of the history', async () => {
  for (let turn = 0; turn < TURNS; turn++) await listHistory(session.db, { offset: turn, limit: 25 });
  expect(await session.listPrepared()).toEqual([{ name: 'list_history', runs: TURNS, isPlannedEachTime: false }]);
});
