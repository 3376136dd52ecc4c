import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { HISTORY_SOURCES } from './history-source.read-model.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const edit = (id: number, code: string, name: string) => admin.post('/api/inventory/locations/edit', { id, code, name });

interface Page {
  data: {
    id: string;
    at: string;
    action: string;
    actorName: string | null;
    before: unknown;
    after: unknown;
    recordKind: string;
    recordId: string | null;
    recordName: string | null;
  }[];
  next: string | null;
}
const list = async (query: string) => (await admin.get(`/api/audit-log?${query}`)).json() as Page;

it('lists changes by any filter', async () => {
  await edit(1, 'A-1', 'First');
  await edit(2, 'A-2', 'Second');
  const name = (await admin.get('/api/user/profile')).json().name;
  const { actors, kinds, actions } = (await admin.get('/api/audit-log/filters')).json();
  expect(actors).toEqual([{ id: expect.any(Number), name }]);
  expect(kinds).toContain('sessions');
  expect(kinds).toEqual(expect.arrayContaining(['locations', 'users']));
  expect(actions).toEqual(['CHANGED', 'CREATED', 'SIGNED_IN']);
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
  const cursors = ['0', '2026-13-01T00:00:00.000000Z~0~1', '2026-01-01T00:00:00.000000Z~0~abc'].map((after) => `after=${after}`);
  for (const wrong of ['from=yesterday', 'actor=x', ...cursors]) expect((await admin.get(`/api/audit-log?${wrong}`)).statusCode).toBe(400);
});

it('can be limited to actions of people without downloads', async () => {
  await edit(3, 'A-3', 'Third');
  await admin.get('/api/audit-log/export.csv?kind=locations');
  await expect.poll(async () => (await list('kind=documents')).data.length).toBe(1);
  const { data } = await list('by=PEOPLE');
  expect(data[0]).toMatchObject({ recordKind: 'locations', recordId: '3' });
  expect(data.filter(({ recordKind, actorName }) => recordKind === 'documents' || actorName === null)).toEqual([]);
});

it('has no gaps between pages when entries share a timestamp', async () => {
  await sql`insert into audit_entries (at, action, record_kind, record_id)
    select '2026-01-01'::timestamptz + make_interval(secs => n / 40), 'TESTED', 'things', n from generate_series(1, 130) n`.execute(db);
  const read: (string | null)[] = [];
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const page: Page = await list(`kind=things${after === null ? '' : `&after=${after}`}`);
    read.push(...page.data.map(({ recordId }) => recordId));
    after = page.next;
  }
  expect(read).toEqual(Array.from({ length: 130 }, (_, index) => String(130 - index)));
});

it('is exported completely, without spreadsheet formulas', async () => {
  await sql`insert into audit_entries (action, record_kind, record_id) select 'TESTED', 'cells', '=1+' || n from generate_series(1, 1001) n`.execute(db);
  const { body, headers } = await admin.get('/api/audit-log/export.csv?kind=cells');
  expect(headers['content-type']).toContain('text/csv');
  const lines = body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_002);
  expect(lines[0]).toBe('\uFEFFTime (UTC),Who,Action,Kind,Record,Name,Records,Before,After,Request');
  expect(lines[1]).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z,System,TESTED,cells,'=1\+1001,,1,,,$/);
});

it("filters by days in the viewer's time zone, also when the clocks change at midnight", async () => {
  // In Santiago, 6 September 2026 starts at 01:00, which is 04:00 in UTC.
  await sql`insert into audit_entries (at, action, record_kind, record_id) values
    ('2026-09-06T03:59:59Z', 'TESTED', 'nights', 'before'), ('2026-09-06T04:00:00Z', 'TESTED', 'nights', 'after')`.execute(db);
  const on = async (day: string, zone: string) =>
    (await list(`kind=nights&from=${day}&to=${day}&timeZone=${zone}`)).data.map(({ recordId }: { recordId: string | null }) => recordId);
  expect([await on('2026-09-05', 'America/Santiago'), await on('2026-09-06', 'America/Santiago')]).toEqual([['before'], ['after']]);
  expect([await on('2026-09-06', 'UTC'), await on('2026-09-06', 'Asia/Tokyo')]).toEqual([
    ['after', 'before'],
    ['after', 'before'],
  ]);
  expect((await admin.get('/api/audit-log?timeZone=Mars/Olympus')).statusCode).toBe(400);
});

describe('the one log', () => {
  it('merges all sources by time', async () => {
    const person = await signIn();
    const id = (await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()).id;
    await admin.post(`/api/users/${id}/reset`);
    await admin.post(`/api/users/${id}/sign-out`);
    expect((await list(`kind=sessions&record=${id}`)).data).toMatchObject([
      { action: 'SIGNED_IN', actorName: person.email.split('@')[0], recordName: person.email.split('@')[0] },
    ]);
    expect((await list(`kind=users&record=${id}`)).data.map(({ action }) => action).sort()).toEqual(['CREATED', 'PASSWORD_LINK_SHOWN', 'SIGNED_OUT']);
  });

  it('has no gaps between pages when sources share a timestamp', async () => {
    await sql`insert into job_runs (kind, key, state, finished_at, created_at)
      select 'k', 'k', 'DONE', now(), '2026-02-01'::timestamptz + make_interval(secs => n / 40) from generate_series(1, 130) n`.execute(db);
    await sql`insert into audit_entries (at, action, record_kind, record_id)
      select '2026-02-01'::timestamptz + make_interval(secs => n / 40), 'TESTED', 'mixed', n from generate_series(1, 130) n`.execute(db);
    const read: Page['data'] = [];
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const page: Page = await list(`from=2026-02-01&to=2026-02-01${after === null ? '' : `&after=${after}`}`);
      read.push(...page.data);
      after = page.next;
    }
    expect(read).toHaveLength(260);
    expect(new Set(read.map(({ id }) => id)).size).toBe(260);
    expect(read.map(({ at }) => at)).toEqual(
      read
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const lines = (await admin.get('/api/audit-log/export.csv?from=2026-02-01&to=2026-02-01')).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(261);
  });

  it('reads every history table that no other source covers', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select name from unaudited_tables where why ~ '\\m(is a history|is the history|says who|says what)\\M'`.execute(db);
    const reported: Readonly<Record<string, string>> = {
      audit_misses: 'shown by the count: nothing was written to the stock',
      count_entries: 'shown by the count, which posts to the ledger',
      unexpected_scans: 'shown by the packing list',
      listing_jobs: 'each is a run of a job',
      listing_changes: 'belong to a job',
      listing_feeds: 'belong to a job',
      pricing_decisions: 'belong to a job',
      sku_assignments: 'belong to a job, and the listings are audited',
      price_list_changes: 'belong to a file',
      document_versions: 'the documents are audited',
      vendor_invoice_payments: 'the invoices are audited, with what is paid of them',
      spreadsheets: 'listed with who brought them in and undid them, and what they write is audited',
      spreadsheet_changes: 'belong to a file',
      order_alerts: 'are reported by the system',
    };
    const read = new Set(HISTORY_SOURCES.map(({ table }) => table));
    expect(rows.map(({ name }) => name).filter((name) => !read.has(name) && reported[name] === undefined)).toEqual([]);
    expect(Object.keys(reported).filter((name) => read.has(name))).toEqual([]);
  });

  it('lists received boxes, also several with the same time', async () => {
    await sql`insert into return_packages (tracking_number, arrived_at, arrived_by)
      select '1Z ' || n, '2026-03-01', (select id from users where email = ${admin.email}) from generate_series(1, 60) n`.execute(db);
    const first = await list('kind=return_packages');
    const rest = await list(`kind=return_packages&after=${first.next}`);
    expect([...first.data, ...rest.data].map(({ recordId }) => recordId)).toEqual(Array.from({ length: 60 }, (_, index) => `1Z ${60 - index}`));
    expect(first.data[0]).toMatchObject({ action: 'ARRIVED', actorName: (await admin.get('/api/user/profile')).json().name });
    expect((await list('kind=return_packages&record=1Z%207')).data).toHaveLength(1);
  });

  it('preserves the earlier notes of a unit', async () => {
    await seedTestCatalog(db);
    await admin.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'A-1' });
    const unit = (await db.selectFrom('units').select('id').executeTakeFirstOrThrow()).id;
    expect((await list(`kind=units&record=${unit}`)).data).toMatchObject([{ action: 'ADD', after: { location: 'A-1', status: 'AVAILABLE' } }]);
    for (const notes of ['First', 'Second', 'Second']) expect((await admin.post('/api/inventory/units/notes', { id: unit, notes })).statusCode).toBe(200);
    expect((await list(`kind=units&record=${unit}&action=NOTED`)).data).toMatchObject([
      { before: { notes: 'First' }, after: { notes: 'Second' } },
      { before: { notes: null }, after: { notes: 'First' } },
    ]);
  });

  it('lists each decision of a bulk statement with the names of people', async () => {
    const { id } = await db.selectFrom('users').select('id').where('email', '=', admin.email).executeTakeFirstOrThrow();
    const approve = () =>
      sql`insert into price_approvals (seller_sku, price, approved_by, approved_at)
      select 'S' || n, 10, ${id}, now() from generate_series(1, 150) n
      on conflict (seller_sku) do update set price = price_approvals.price + 1, approved_at = excluded.approved_at`.execute(db);
    await approve();
    await approve();
    expect((await list('kind=price_approvals&record=S7')).data).toMatchObject([
      { action: 'CHANGED', before: { price: 10 }, after: { price: 11 } },
      { action: 'CREATED', after: { approved_by: (await admin.get('/api/user/profile')).json().name } },
    ]);
    const recipients = ['ann@example.com'];
    await admin.post('/api/user/email-settings', { enabled: true, recipients, batchProcessNotifications: false });
    expect((await list('kind=email_settings')).data[0]).toMatchObject({ recordId: null, after: { enabled: true, recipients } });
  });
});
