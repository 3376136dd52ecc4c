import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { lockAccess } from '../roles/role.repository.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const { upload, apply } = spreadsheetCalls(admin);

const invited = (email: string) => db.selectFrom('users').select(['role_keys', 'deactivated_at']).where('email', '=', email).executeTakeFirst();

it('gives nobody a role that is deleted while the file is applied', async () => {
  expect((await admin.post('/api/roles', { name: 'Short lived', permissions: ['stock.read'] })).statusCode).toBe(200);
  const file = await upload('people', [
    ['E-mail', 'Role'],
    ['late@example.com', 'Short lived'],
  ]);
  const { answer } = await db.transaction().execute(async (tx) => {
    // As the deletion of a role does.
    await lockAccess(tx);
    await sql`delete from roles where role_key = 'short-lived'`.execute(tx);
    const applied = apply(file.id);
    await Promise.race([applied, expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1)]);
    return { answer: applied };
  });
  expect(await answer).toMatchObject({ state: 'CHECKED', wrongCount: 1 });
  expect(await invited('late@example.com')).toBeUndefined();
});

it('lets only a person with the same permissions take back the invitation of another', async () => {
  const file = await upload('people', [
    ['E-mail', 'Role'],
    ['boss@example.com', 'Administrator'],
  ]);
  expect(await apply(file.id)).toMatchObject({ state: 'APPLIED' });
  const clerk = await signIn(['people.manage', 'spreadsheets.manage']);
  const id = (await db.selectFrom('users').select('id').where('email', '=', 'boss@example.com').executeTakeFirstOrThrow()).id;
  expect((await clerk.post(`/api/users/${id}/deactivate`)).json()).toMatchObject({ error: { reason: 'beyond_own_permissions' } });
  expect(await spreadsheetCalls(clerk).undo(file.id)).toMatchObject({
    state: 'APPLIED',
    failure: expect.stringContaining('a permission that you don’t have yourself'),
  });
  expect((await invited('boss@example.com'))?.deactivated_at).toBeNull();
});

it('names the pages where roles and accounts are changed as the menu does', async () => {
  const [{ email }] = (await admin.get('/api/users')).json();
  const file = await upload('people', [
    ['E-mail', 'Role'],
    ['new@example.com', 'Warehouse'],
    [email, 'Manager'],
  ]);
  const { rows } = (await admin.get(`/api/spreadsheets/${file.id}/rows?state=WRONG&after=0`)).json();
  expect(rows.map(({ problems }: { problems: { problem: string }[] }) => problems[0]?.problem)).toEqual([
    'There is no role “Warehouse”: use a name from the page Roles',
    expect.stringContaining('change it under People'),
  ]);
});
