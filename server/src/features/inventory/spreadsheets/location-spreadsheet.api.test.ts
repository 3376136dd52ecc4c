import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const { upload, apply, undo } = spreadsheetCalls(admin);

const sellable = (code: string, value: string) => [
  ['Location', 'Sellable'],
  [code, value],
];
const isSellable = async (code: string) => (await db.selectFrom('locations').select('sellable').where('code', '=', code).executeTakeFirstOrThrow()).sellable;
const scanInto = async (location: string) => {
  const added = await admin.post('/api/sfinventory', { productId: '885911234566', locationId: location });
  expect(added.statusCode, added.body).toBe(200);
};

it('does not undo whether the stock of a location is for sale while units are in it', async () => {
  await apply((await upload('locations', sellable('HOLD-1', 'no'))).id);
  const opened = await upload('locations', sellable('HOLD-1', 'yes'));
  expect(await apply(opened.id)).toMatchObject({ state: 'APPLIED' });
  await scanInto('HOLD-1');
  expect(await undo(opened.id)).toMatchObject({ state: 'APPLIED', failure: expect.stringContaining('HOLD-1 holds 1 unit') });
  expect(await isSellable('HOLD-1')).toBe(true);
});

it('does not take a location from sale whose first unit is scanned while the file is applied', async () => {
  await apply((await upload('locations', sellable('HOLD-2', 'yes'))).id);
  const closed = await upload('locations', sellable('HOLD-2', 'no'));
  const applied = await db.transaction().execute(async (tx) => {
    // As an edit of its name does: units may come in meanwhile.
    await sql`select from locations where code = 'HOLD-2' for no key update`.execute(tx);
    const answer = apply(closed.id);
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
    await scanInto('HOLD-2');
    return { answer };
  });
  expect(await applied.answer).toMatchObject({ state: 'CHECKED', failure: expect.stringContaining('HOLD-2 holds 1 unit') });
  expect(await isSellable('HOLD-2')).toBe(true);
});
