import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const { upload, apply } = spreadsheetCalls(admin);
const bringIn = async (kind: string, table: readonly (readonly string[])[]) => apply((await upload(kind, table)).id);

it('adds the rows of stock once when two files with them were checked before either was applied', async () => {
  await bringIn('products', [
    ['Title', 'SKU'],
    ['Mug', 'MUG-1'],
  ]);
  await bringIn('locations', [['Location'], ['D-1']]);
  const table = [
    ['SKU', 'Location', 'Qty'],
    ['MUG-1', 'D-1', '4'],
  ];
  const [one, other] = [await upload('stock', table), await upload('stock', [...table, ['MUG-1', 'D-1', '7']])];
  expect([one.newCount, other.newCount]).toEqual([1, 2]);
  const answers = await Promise.all([apply(one.id), apply(other.id)]);
  const [late] = answers.filter(({ state }) => state === 'CHECKED');
  expect(answers.map(({ state }) => state).toSorted()).toEqual(['APPLIED', 'CHECKED']);
  expect(late).toMatchObject({ sameCount: 1, failure: expect.stringMatching(/^Row 2 has another result than the check showed/) });
  if (late.id === other.id) await apply(late.id);
  expect(await db.selectFrom('units').select('id').where('identifier', '=', 'MUG-1').execute()).toHaveLength(11);
});

it.each([
  ['America/New_York', '2026-03-31T04:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-31T00:00:00.000Z'],
])('dates units so that their day is the same in UTC and in %s', async (timeZone, moment) => {
  await sql`insert into company_settings (name, time_zone) values ('Nordic', ${timeZone}) on conflict (is_only) do update set time_zone = ${timeZone}`.execute(
    db,
  );
  await bringIn('products', [
    ['Title', 'SKU'],
    ['Clock', timeZone],
  ]);
  await bringIn('stock', [
    ['SKU', 'Location', 'Received'],
    [timeZone, 'A-1', '2026-03-31'],
  ]);
  const units = await db.selectFrom('units').select('created_at').where('identifier', '=', timeZone).execute();
  expect(units).toEqual([{ created_at: new Date(moment) }]);
});

it('can be applied again or given up when its job was canceled', async () => {
  const file = await upload('locations', [['Location'], ['STOP-1']]);
  // As the canceled job of a large file leaves it.
  const canceled = () => sql`update spreadsheets set state = 'APPLYING', applied_by = created_by, run_id = null where id = ${file.id}`.execute(db);
  await canceled();
  expect((await admin.get(`/api/spreadsheets/${file.id}`)).json()).toMatchObject({ state: 'APPLYING', isStopped: true });
  expect((await admin.post(`/api/spreadsheets/${file.id}/stop`)).json()).toMatchObject({ state: 'CHECKED', isStopped: false, newCount: 1 });
  await canceled();
  expect(await apply(file.id)).toMatchObject({ state: 'APPLIED', isStopped: false });
  const run = sql<{ id: number }>`
    insert into job_runs (kind, key, payload, state, created_at) values ('spreadsheet', 'open', '{}', 'QUEUED', now()) returning id`;
  const runId = (await run.execute(db)).rows[0]?.id;
  await sql`update spreadsheets set state = 'UNDOING', run_id = ${runId} where id = ${file.id}`.execute(db);
  expect((await admin.post(`/api/spreadsheets/${file.id}/stop`)).json()).toMatchObject({ error: { reason: 'still_running' } });
  await sql`update job_runs set state = 'CANCELLED', finished_at = now() where id = ${runId}`.execute(db);
  expect((await admin.post(`/api/spreadsheets/${file.id}/stop`)).json()).toMatchObject({ state: 'APPLIED' });
});
