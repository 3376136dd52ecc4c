import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const edit = (id: number, code: string, name: string) => admin.post('/api/inventory/locations/edit', { id, code, name });

interface Page {
  data: { id: number; actorName: string | null; before: unknown; after: unknown; recordId: string | null }[];
  next: number | null;
}
const list = async (query: string) => (await admin.get(`/api/audit-log?${query}`)).json() as Page;

it('tells who changed what, by any filter', async () => {
  await edit(1, 'A-1', 'First');
  await edit(2, 'A-2', 'Second');
  const name = (await admin.get('/api/user/profile')).json().name;
  const { actors, kinds, actions } = (await admin.get('/api/audit-log/filters')).json();
  expect(actors).toEqual([{ id: expect.any(Number), name }]);
  expect(kinds).toEqual(expect.arrayContaining(['locations', 'users']));
  expect(actions).toEqual(['CHANGED', 'CREATED']);
  const { data } = await list(`kind=locations&actor=${actors[0].id}`);
  expect(data).toMatchObject([
    { recordId: '2', actorName: name, before: { name: null }, after: { name: 'Second' } },
    { recordId: '1', before: { name: null }, after: { name: 'First' } },
  ]);
  expect((await list('kind=locations&record=1')).data).toHaveLength(1);
  expect((await list('kind=locations&action=DELETED')).data).toEqual([]);
  expect((await list('kind=locations&actor=0')).data).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await list(`kind=locations&from=${today}&to=${today}`)).data).toHaveLength(2);
  expect((await list('kind=locations&to=2020-01-01')).data).toEqual([]);
  for (const wrong of ['from=yesterday', 'actor=x', 'after=0']) expect((await admin.get(`/api/audit-log?${wrong}`)).statusCode).toBe(400);
});

it('is read page by page without a gap, also where entries share a moment', async () => {
  await sql`insert into audit_entries (at, action, record_kind, record_id)
    select '2026-01-01'::timestamptz + make_interval(secs => n / 40), 'TESTED', 'things', n from generate_series(1, 130) n`.execute(db);
  const read: (string | null)[] = [];
  for (let after: number | null = null, first = true; first || after !== null; first = false) {
    const page: Page = await list(`kind=things${after === null ? '' : `&after=${after}`}`);
    read.push(...page.data.map(({ recordId }) => recordId));
    after = page.next;
  }
  expect(read).toEqual(Array.from({ length: 130 }, (_, index) => String(130 - index)));
});

it('is exported whole, with nothing that a spreadsheet runs', async () => {
  await sql`insert into audit_entries (action, record_kind, record_id) select 'TESTED', 'cells', '=1+' || n from generate_series(1, 1001) n`.execute(db);
  const { body, headers } = await admin.get('/api/audit-log/export.csv?kind=cells');
  expect(headers['content-type']).toContain('text/csv');
  const lines = body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_002);
  expect(lines[0]).toBe('Time (UTC),Who,Action,Kind,Record,Records,Before,After,Request');
  expect(lines[1]).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z,System,TESTED,cells,'=1\+1001,1,,,$/);
});
