import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestApp, TEST_SECRETS } from '../../../test/test-app.ts';
import { exportAudit, readDays, verifyAudit } from '../../commands/audit.ts';
import { createLogger } from '../../platform/logger.ts';
import { chainAuditEntriesTask } from './audit-log.tasks.ts';
import { REFUSALS_PER_HOUR } from './refused-call.service.ts';

const { db, connection, owner, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const chain = () =>
  chainAuditEntriesTask({ db, encryptionKey: TEST_SECRETS.encryptionKey, logger: createLogger('silent') }).run({}, new AbortController().signal);
const verify = async () => {
  const said: string[] = [];
  const code = await verifyAudit({ db, secrets: TEST_SECRETS }, (line) => said.push(line));
  return { code, said: said.join() };
};
const add = async (count: number) =>
  (
    await sql<{
      id: number;
    }>`insert into audit_entries (action, record_kind, record_id) select 'TESTED', 'things', n from generate_series(1, ${count}::int) n returning id`.execute(
      db,
    )
  ).rows;

/** What a person with all rights in the database can do. The change is undone. */
async function tampered(change: string, work: () => Promise<void>): Promise<void> {
  const tables = ['audit_entries', 'audit_chain'];
  for (const table of tables) {
    await sql.raw(`create table ${table}_before as table ${table}; alter table ${table} disable trigger ${table}_append_only`).execute(owner.db);
  }
  await sql.raw(change).execute(owner.db);
  await work();
  for (const table of tables) {
    await sql.raw(`delete from ${table}; insert into ${table} overriding system value table ${table}_before; drop table ${table}_before`).execute(owner.db);
    await sql.raw(`alter table ${table} enable trigger ${table}_append_only`).execute(owner.db);
  }
  expect((await verify()).code).toBe(0);
}

it('chains entries in batches, and names the first one that was changed, removed or added', async () => {
  const [first, second, third] = (await add(2_100)).map(({ id }) => id);
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining('not chained yet') });
  await chain();
  const { code, said } = await verify();
  expect([code, said]).toEqual([0, expect.stringMatching(/^2\d{3} audit entries are as they were written; 0 newer ones/)]);
  const isFirst = (id: number | undefined, what: string) => async () =>
    expect(await verify()).toEqual({ code: 1, said: expect.stringMatching(new RegExp(`^Entry ${id} is the first.*${what}`)) });
  await tampered(`update audit_entries set record_id = 'other' where id in (${second}, ${third})`, isFirst(second, 'changed'));
  await tampered(`delete from audit_entries where id = ${first}`, isFirst(first, 'removed'));
  await tampered(`delete from audit_entries where id = ${first}; delete from audit_chain where entry_id = ${first}`, isFirst(second, 'links before it'));
  await sql`update audit_chain_cursor set complete_to = ${third}`.execute(db);
  await tampered("insert into audit_entries (id, action, record_kind) overriding system value values (-1, 'TESTED', 'things')", isFirst(-1, 'added later'));
  await expect(sql`delete from audit_chain`.execute(db)).rejects.toThrow();
});

it('chains an entry that commits after newer ones', async () => {
  const late = new pg.Client(connection);
  await late.connect();
  await late.query("begin; insert into audit_entries (action, record_kind, record_id) values ('TESTED', 'late', '1')");
  await add(1);
  for (const _ of [1, 2, 3]) await chain();
  await late.query('commit');
  await late.end();
  for (const _ of [1, 2, 3]) await chain();
  const { complete_to } = await db.selectFrom('audit_chain_cursor').select('complete_to').executeTakeFirstOrThrow();
  const { newest } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  expect(complete_to).toBe(newest);
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining('; 0 newer ones') });
});

it('exports the log as JSON lines, by the call and by the command', async () => {
  await sql`insert into audit_entries (at, action, record_kind, record_id) select '2026-05-05', 'TESTED', 'lines', n from generate_series(1, 1001) n`.execute(
    db,
  );
  const answer = await admin.get('/api/audit-log/export.jsonl?from=2026-05-05&to=2026-05-05');
  expect(answer.headers['content-type']).toContain('application/x-ndjson');
  const output = new PassThrough();
  const written = text(output);
  await exportAudit({ db }, readDays({ from: '2026-05-05', to: '2026-05-05' }), output);
  output.end();
  expect(await written).toBe(answer.body);
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(1_001);
  expect(lines[0]).toMatchObject({ at: '2026-05-05T00:00:00.000Z', action: 'TESTED', recordKind: 'lines', recordId: '1001', actorName: null });
  expect((await (await signIn()).get('/api/audit-log/export.jsonl')).statusCode).toBe(403);
  expect(() => readDays({ from: 'yesterday', to: undefined })).toThrow('--from: Write a date as YYYY-MM-DD');
});

it('records refused calls, and alerts the administrators above a number an hour', async () => {
  const person = await signIn();
  const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
  const alerts = async () => (await admin.get('/api/notifications?tab=ALERTS')).json().data.filter(({ kind }: { kind: string }) => kind === 'refused-calls');
  const refuse = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1) expect((await person.get('/api/audit-log')).statusCode).toBe(403);
  };
  await refuse(REFUSALS_PER_HOUR);
  expect(await alerts()).toEqual([]);
  await refuse(2);
  expect(await alerts()).toMatchObject([{ recordId: String(id), path: '/admin/people' }]);
  const { data } = (await admin.get(`/api/audit-log?record=${id}&action=CALL_REFUSED`)).json();
  expect(data).toHaveLength(REFUSALS_PER_HOUR + 2);
  expect(data[0]).toMatchObject({ recordName: expect.any(String), after: { call: 'GET /api/audit-log', permission: 'audit.read' } });
});
