import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { ServerProcess, urlOf } from '../../../../test/server-process.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, connection, owner, clock, signIn } = await createTestApp();
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const server = new ServerProcess(connection, { DATABASE_OWNER_URL: urlOf(owner.connection) });
afterAll(() => server.remove());
const person = await signIn('ROLE_ADMIN');

it('creates an index completely after the server was killed, without leaving an invalid one', async () => {
  await sql`create table crates as select i as id, i % 977 as shelf from generate_series(1, 300000) i`.execute(owner.db);
  const holding = new pg.Client(connection);
  await holding.connect();
  await holding.query('begin; update crates set shelf = 1 where id = 1');
  await ask(server);
  await expect.poll(validity, { timeout: 30_000 }).toEqual([false]);
  const restarted = server.killAndStart();
  await holding.query('commit');
  await holding.end();
  await restarted;
  await expect.poll(validity, { timeout: 60_000 }).toEqual([true]);
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['COMPLETED']);
}, 150_000);

it('stops on request while a transaction blocks an index, and continues at the next start', async () => {
  await sql`delete from index_suggestions`.execute(db);
  await sql`drop index adv_crates`.execute(owner.db);
  const holding = new pg.Client(connection);
  await holding.connect();
  await holding.query('begin; update crates set shelf = 1 where id = 1');
  await ask(server);
  await expect.poll(validity, { timeout: 30_000 }).toEqual([false]);
  await server.stop();
  // The transaction is still open, and no creation is running.
  expect((await holding.query('select 1 as still')).rows).toEqual([{ still: 1 }]);
  const { rows } = await sql`select from pg_stat_activity where application_name = 'stowage-create-index' and datname = current_database()`.execute(db);
  expect(rows).toEqual([]);
  expect(await statuses()).toEqual(['IN_PROGRESS']);
  // The next process waits for the same transaction.
  await server.start();
  await expect.poll(progress, { timeout: 60_000 }).toEqual(['Waiting for the table']);
  await server.stop();
  await holding.query('commit');
  await holding.end();
  await server.start();
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['COMPLETED']);
  expect(await validity()).toEqual([true]);
}, 200_000);

async function ask(to: ServerProcess): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into index_suggestions (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at)
    values ('public', 'crates', 'adv_crates', 'btree', '{shelf}', 'PLANNER', 90, 8192, 0, now()) returning id`.execute(db);
  const url = `${await to.address}/api/index-advisor/suggestions/${rows[0]?.id}/create-index`;
  expect((await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${person.token}` } })).status).toBe(200);
}

const statuses = async () => (await db.selectFrom('index_suggestions').select('status').execute()).map(({ status }) => status);
const progress = async () => (await db.selectFrom('index_suggestions').select('progress_text').execute()).map(({ progress_text }) => progress_text);

async function validity(): Promise<boolean[]> {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indrelid = 'crates'::regclass`.execute(db);
  return rows.map(({ valid }) => valid);
}
