import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { checkoutRoot } from '../paths.ts';
import { actingAs } from './actor.ts';
import { writeAuditEntry } from './audit-entry.repository.ts';

const { db, owner, signIn } = await createTestApp();

interface Entry {
  action: string;
  record_kind: string;
  record_id: string | null;
  actor_id: number | null;
  request_id: string | null;
  before: unknown;
  after: unknown;
  records: number;
}

async function entriesOf(kind: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select action, record_kind, record_id, actor_id, request_id, before, after, records from audit_entries where record_kind = ${kind} order by id`.execute(db);
  return rows;
}

describe('every table', () => {
  it('writes to the audit log or states why not', async () => {
    const { rows } = await sql<{ name: string; audited: number; why: string | null }>`
      select c.relname as name, u.why, (select count(*)::int from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'audited\\_%') as audited
      from pg_class c left join unaudited_tables u on u.name = c.relname
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'`.execute(db);
    expect(rows.filter(({ audited, why }) => (audited === 3) === (why !== null) || (audited !== 0 && audited !== 3)).map(({ name }) => name)).toEqual([]);
    const { rows: unknown } = await sql`select name from unaudited_tables where to_regclass(name) is null`.execute(db);
    expect(unknown).toEqual([]);
  });

  it('that is audited is written by no prepared statement, which could not name the person', async () => {
    const { rows } = await sql<{ name: string }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'audited_insert'`.execute(db);
    const writes = new RegExp(`(insert\\s+into|update|delete\\s+from)\\s+(${rows.map(({ name }) => name).join('|')})\\b`, 'i');
    expect('/* prepared: x */ update users set').toMatch(writes);
    const source = path.join(checkoutRoot(), 'server/src');
    const prepared = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/`\/\* prepared:[^`]*`/g) ?? []);
    expect(prepared.length).toBeGreaterThan(5);
    expect(prepared.filter((statement) => writes.test(statement))).toEqual([]);
  });
});

describe('an entry', () => {
  it('names the person, the call and the changes', async () => {
    const admin = await signIn('ROLE_ADMIN');
    const [id] = (await db.selectFrom('users').select('id').where('email', '=', admin.email).execute()).map((row) => row.id);
    const answer = await admin.post('/api/inventory/locations/edit', { id: 1, code: 'A-1', name: 'By the door', zone: 'A', capacity: 40 });
    expect(answer.statusCode).toBe(200);
    expect((await entriesOf('locations')).at(-1)).toEqual({
      action: 'CHANGED',
      record_kind: 'locations',
      record_id: '1',
      actor_id: id,
      request_id: answer.headers['x-request-id'],
      before: { name: null, capacity: null },
      after: { name: 'By the door', capacity: 40 },
      records: 1,
    });
  });

  it('of a person records that a secret or an address changed, without its value', async () => {
    const person = await signIn();
    await db
      .updateTable('users')
      .set({ email: 'somebody.else@example.com', password_hash: null, roles: ['ROLE_ADMIN'] })
      .where('email', '=', person.email)
      .execute();
    const entries = await entriesOf('users');
    expect(entries.at(-1)).toMatchObject({
      actor_id: null,
      before: { email: '•••', password_hash: '•••', roles: ['ROLE_USER'] },
      after: { email: '•••', password_hash: null, roles: ['ROLE_ADMIN'] },
    });
    expect(JSON.stringify(entries)).not.toMatch(/@example|argon2|person-\d/);
  });

  it('is not written for a statement without changes', async () => {
    await sql`update locations set name = name, code = code`.execute(db);
    const before = (await entriesOf('locations')).length;
    await sql`update locations set name = name where id < 9`.execute(db);
    expect((await entriesOf('locations')).length).toBe(before);
  });

  it('is one for a statement that changes many rows', async () => {
    await sql`insert into products (title) select 'Bolt ' || n from generate_series(1, 101) n`.execute(db);
    expect((await entriesOf('products')).at(-1)).toMatchObject({ action: 'CREATED', record_id: null, records: 101, after: null });
    await sql`insert into products (title) select 'Nut ' || n from generate_series(1, 3) n`.execute(db);
    expect((await entriesOf('products')).slice(-3)).toMatchObject([
      { after: { title: 'Nut 1' } },
      { after: { title: 'Nut 2' } },
      { after: { title: 'Nut 3' } },
    ]);
    await sql`delete from products where title like 'Nut %'`.execute(db);
    expect((await entriesOf('products')).at(-1)).toMatchObject({ action: 'DELETED', before: { title: 'Nut 3' }, after: null });
  });

  it('is rolled back with its transaction', async () => {
    const count = (await entriesOf('pricing_settings')).length;
    const failing = db.transaction().execute(async (tx) => {
      await tx.updateTable('pricing_settings').set({ quantity_buffer: 3 }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await entriesOf('pricing_settings')).length).toBe(count);
  });

  it('can be written by code in the same format, on behalf of a person', async () => {
    const person = await signIn();
    const [id = null] = (await db.selectFrom('users').select('id').where('email', '=', person.email).execute()).map((row) => row.id);
    await actingAs({ userId: id, requestId: 'job-7' }, () =>
      db.transaction().execute((tx) => writeAuditEntry(tx, { action: 'REVEALED', record: { kind: 'orders', id: '114-1' }, after: { what: 'ship-to' } })),
    );
    expect(await entriesOf('orders')).toMatchObject([
      { action: 'REVEALED', record_id: '114-1', actor_id: id, request_id: 'job-7', after: { what: 'ship-to' } },
    ]);
  });

  it('names nobody because of a value', async () => {
    await sql`insert into products (title) values (${'/* actor=1 request=x */'})`.execute(db);
    await sql`insert into products (title) values ('/* actor=1 request=x */')`.execute(db);
    expect((await entriesOf('products')).slice(-2)).toMatchObject([{ actor_id: null }, { actor_id: null }]);
  });

  it('is immutable', async () => {
    for (const statement of ["update audit_entries set action = 'X'", 'delete from audit_entries', 'truncate audit_entries']) {
      await expect(sql.raw(statement).execute(owner.db)).rejects.toThrow('append-only');
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied');
    }
  });
});
