import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { CODES, layTestCatalogue } from '../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../test/test-app.ts';
import { listHistory } from '../features/inventory/scan/history.read-model.ts';
import { createSearchService } from '../features/search/search.service.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';

/** PostgreSQL looks at the values of so many executions before it compares costs. */
const FIRST_PLANS = 5;
const TURNS = 12;
/** Enough that a page without a known limit looks expensive. */
const UNITS = 30_000;

const { connection, owner } = await createTestApp();
await layTestCatalogue(owner.db);
await sql`insert into units (listing_id, identifier, location_id, status, source)
  select (select id from listings where fnsku = ${CODES.kettle.newFnsku}), ${CODES.kettle.newFnsku}, 1, 'AVAILABLE', 'SCAN'
  from generate_series(1, ${UNITS}::int)`.execute(owner.db);
await sql`analyze`.execute(owner.db);
/** One session, whose prepared statements can be read. */
const { db, close } = openDatabase(connection, { max: 1, onError: () => {} });
afterAll(close);

it('plans no prepared statement of the history and the search for each execution', async () => {
  const { search } = createSearchService({ db, limitMs: 30_000 });
  for (let turn = 0; turn < TURNS; turn++) {
    await listHistory(db, { offset: turn, limit: 25 });
    await search(turn % 2 === 0 ? CODES.kettle.newFnsku : String(turn), { roles: ['ROLE_ADMIN'] });
  }
  const { rows } = await sql<{ name: string; plans: number; runs: number }>`
    select name, custom_plans as plans, custom_plans + generic_plans as runs from pg_prepared_statements`.execute(db);
  const planned = rows.filter(({ runs, plans }) => runs > FIRST_PLANS && plans > FIRST_PLANS).map(({ name }) => name);
  expect(rows.find(({ name }) => name === 'list_history')?.runs).toBe(TURNS);
  expect(planned).toEqual([]);
});
