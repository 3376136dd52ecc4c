import { expect, it } from 'vitest';
import { openOneSession } from '../../../test/fixtures/one-session.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { createSearchService } from './search.service.ts';

const TURNS = 24;

const app = await createTestApp();
await seedTestCatalog(app.owner.db);
const session = openOneSession(app);

it('plans no prepared statement of the search for each execution', async () => {
  const { search } = createSearchService({ db: session.db, limitMs: 30_000 });
  for (let turn = 0; turn < TURNS; turn++) await search(turn % 2 === 0 ? CODES.kettle.newFnsku : String(turn), { roles: ['ROLE_ADMIN'] });
  const prepared = await session.listPrepared();
  expect(prepared.filter(({ runs }) => runs === TURNS).map(({ name }) => name)).toEqual(expect.arrayContaining(['search_units', 'search_jobs']));
  expect(prepared.filter(({ isPlannedEachTime }) => isPlannedEachTime)).toEqual([]);
});
