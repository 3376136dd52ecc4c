import { expect, it } from 'vitest';
import { createCase, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
await seedTestCatalog(app.db);
const person = await app.signIn();
const other = await app.signIn();
const line = await seedLine(app, { quantity: 10 });
const idOf = async ({ email }: { email: string }) => (await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

const open = async (count: number) => {
  const cases: number[] = [];
  for (let nth = 0; nth < count; nth++) cases.push((await createCase(person, line)).caseId);
  return cases;
};
const read = async (id: number) => (await person.get(`/api/qrcases/${id}`)).json();
const start = async (kind: string, selection: object, input: object) => (await person.post(`/api/bulk/${kind}`, { selection, input })).json();
const undo = async (id: number) => (await person.post(`/api/bulk/${id}/undo`)).json();

it('sets the status of many cases, and back, but not over a later change', async () => {
  const [first = 0, second = 0, third = 0] = await open(3);
  await person.post(`/api/qrcases/${third}/status`, { status: 'Working' });
  const bulk = await start('set-case-status', { ids: [first, second, third, 999_999] }, { status: 'Working', reason: 'filed together' });
  expect(bulk).toMatchObject({ done: 2, unchanged: 1, refused: 1, undoable: 2, refused_rows: [{ record: '999999', message: 'Case not found' }] });
  const detail = await read(first);
  expect(detail.status).toBe('Working');
  expect(JSON.stringify(detail)).toContain('filed together');
  await person.post(`/api/qrcases/${second}/status`, { status: 'Concluded - No Credit' });
  expect(await undo(bulk.id)).toMatchObject({ done: 1, refused: 1, refused_rows: [{ record: String(second), reason: 'changed_meanwhile' }] });
  expect([(await read(first)).status, (await read(second)).status]).toEqual(['Pending Case Creation', 'Concluded - No Credit']);
  const matching = await start('set-case-status', { matching: { status: 'Concluded - No Credit' } }, { status: 'Working' });
  expect(matching).toMatchObject({ total: 1, done: 1 });
  expect((await start('set-case-status', { matching: { status: 'Working', search: 'nothing like it' } }, { status: 'Working' })).error.reason).toBe(
    'nothing_selected',
  );
});

it('gives many cases to a person who can own cases, and back', async () => {
  const cases = await open(2);
  const owner = await idOf(other);
  const refused = await start('set-case-owner', { ids: cases }, { owner_id: 999_999 });
  expect(refused).toMatchObject({ done: 0, refused: 2, refused_rows: [{ reason: 'unknown_person', message: 'The owner is not an active user' }, {}] });
  const bulk = await start('set-case-owner', { ids: cases }, { owner_id: owner });
  expect(bulk).toMatchObject({ done: 2 });
  expect((await read(cases[0] ?? 0)).claim.owner).toMatchObject({ id: owner });
  expect(await undo(bulk.id)).toMatchObject({ done: 2 });
  expect((await read(cases[0] ?? 0)).claim.owner).toMatchObject({ id: await idOf(person) });
});
