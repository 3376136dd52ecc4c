import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
/** More than all connections of the pool. */
const EXPORTS = 25;

it('serves calls while exports hold all connections that exports may hold', async () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const locked = new Promise<void>((resolve, reject) => {
    const transaction = db.transaction().execute(async (tx) => {
      await sql`lock table locations in access exclusive mode`.execute(tx);
      resolve();
      await released;
    });
    transaction.catch(reject);
  });
  await locked;
  const exports = Array.from({ length: EXPORTS }, () => admin.get('/api/inventory/export/locations.csv'));
  const held = async () => {
    // The databases of the tests are clones, so that a table has the same number in each of them.
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_locks where not granted and relation = 'locations'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows[0]?.held;
  };
  await expect.poll(held).toBe(3);
  expect((await app.inject({ method: 'GET', url: '/api/health/ready' })).statusCode).toBe(200);
  release();
  expect((await Promise.all(exports)).map(({ statusCode }) => statusCode)).toEqual(Array(EXPORTS).fill(200));
});
