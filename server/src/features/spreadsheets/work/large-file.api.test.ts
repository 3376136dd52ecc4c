import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listRepeatedRows, markBroughtIn } from '../rows/row.repository.ts';

const { db, owner, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const { upload } = spreadsheetCalls(admin);

/** With the statistics of another file, the planner sorts all rows again for each row: hours for these rows. */
const ROWS = 60_000;

it('finds the repeated rows of a large file when the last statistics are those of a small one', async () => {
  await upload('locations', [['Location'], ...Array.from({ length: 50 }, (_, nth) => [`SMALL-${nth}`])]);
  await sql`analyze spreadsheet_rows`.execute(owner.db);
  const large = await upload('locations', [['Location'], ['L-0']]);
  const repeated = await db.transaction().execute(async (tx) => {
    await sql`
      insert into spreadsheet_rows (spreadsheet_id, row_number, cells, state, record, keys)
      select ${large.id}, n + 2, array['L-' || n], 'NEW', '{}', array['code=L-' || least(n, ${ROWS - 1})] from generate_series(1, ${ROWS}::int) n`.execute(tx);
    await markBroughtIn(tx, large.id, { name: 'stock', resolved: { columns: ['item', 'condition'], target: 'listingId' } });
    return listRepeatedRows(tx, large.id);
  });
  expect(repeated).toEqual([{ row: ROWS + 2, cells: [`L-${ROWS}`], key: `code=L-${ROWS - 1}`, first: ROWS + 1 }]);
});
