import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { ServerProcess } from '../../../test/server-process.ts';
import { createTestApp } from '../../../test/test-app.ts';

const { db, connection, clock, signIn } = await createTestApp();
// The process has the real time, and must find the tokens valid.
clock.set(new Date());
const server = new ServerProcess(connection);
afterAll(() => server.remove());
const person = await signIn('ROLE_ADMIN');

it('a server that is killed while it makes an index leaves no invalid one after its next start, and makes it to the end', async () => {
  await sql`create table crates as select i as id, i % 977 as shelf from generate_series(1, 300000) i`.execute(db);
  const holding = new pg.Client(connection);
  await holding.connect();
  await holding.query('begin; update crates set shelf = 1 where id = 1');
  const { rows } = await sql<{ id: number }>`
    insert into index_suggestions (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at)
    values ('public', 'crates', 'adv_crates', 'btree', '{shelf}', 'PLANNER', 90, 8192, 0, now()) returning id`.execute(db);
  const url = `${await server.address}/api/index-advisor/suggestions/${rows[0]?.id}/create-index`;
  expect((await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${person.token}` } })).status).toBe(200);
  await expect.poll(validity, { timeout: 30_000 }).toEqual([false]);
  const restarted = server.killAndStart();
  await holding.query('commit');
  await holding.end();
  await restarted;
  await expect.poll(validity, { timeout: 60_000 }).toEqual([true]);
  const statuses = async () => (await db.selectFrom('index_suggestions').select('status').execute()).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['COMPLETED']);
}, 150_000);

async function validity(): Promise<boolean[]> {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indrelid = 'crates'::regclass`.execute(db);
  return rows.map(({ valid }) => valid);
}
