import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { turnOnUndecided } from '../../features/pricing/index.ts';
import { startWorkerPresence } from '../../platform/jobs/worker-presence.ts';
import { createLogger } from '../../platform/logger.ts';
import { demoCatalog } from '../catalog.ts';
import { seedDemoData } from '../demo-data.ts';
import { isDemoRemoved } from '../demo-state.repository.ts';
import { EMPTIED_TABLES, RETAINED_TABLES } from './demo-tables.ts';
import { removeDemo } from './remove-demo.ts';

const test = await createTestApp();
const { db, owner, connection, clock, signIn, openFiles, documentFolder } = test;
const admin = await signIn('ROLE_ADMIN');
const remove = (confirmation = 'REMOVE') => admin.post('/api/demo/remove', { confirmation });
const tables = async () => (await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)).rows;
const rowsOf = async () => {
  const counts: Record<string, number> = {};
  for (const { name } of await tables()) {
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${sql.ref(name)}`.execute(db);
    counts[name] = counted[0]?.n ?? 0;
  }
  // Grow with each call of the test itself.
  return Object.fromEntries(
    Object.entries(counts).filter(([name]) => !/^(audit_entries|audit_chain|sessions|refresh_tokens|page_vitals|refused_calls)$/.test(name)),
  );
};

it('decides about every table: it stays or is emptied', async () => {
  const decided = [...RETAINED_TABLES, ...EMPTIED_TABLES].toSorted();
  expect(decided).toEqual((await tables()).map(({ name }) => name).toSorted());
});

it('refuses where there is no demo data, and for people without the right', async () => {
  expect((await admin.get('/api/demo')).json()).toEqual({ isPresent: false });
  expect((await remove()).json().error.reason).toBe('no_demo_data');
  expect((await (await signIn()).post('/api/demo/remove', { confirmation: 'REMOVE' })).statusCode).toBe(403);
});

it('leaves an installation as it was before the demo, with its accounts, and remembers that', async () => {
  const before = await rowsOf();
  await seedDemoData({ db, seed: 1, catalog: demoCatalog(1), now: clock.now(), say: () => {} });
  await db.transaction().execute(turnOnUndecided);
  await admin.post('/api/sfinventory', { productId: '123456789', locationId: 1 });
  mkdirSync(path.join(documentFolder, '3'), { recursive: true });
  writeFileSync(path.join(documentFolder, '3/demo.pdf'), 'demo');
  expect((await admin.get('/api/demo')).json()).toEqual({ isPresent: true });
  expect((await remove('yes')).statusCode).toBe(400);
  expect((await admin.get('/api/demo')).json()).toEqual({ isPresent: true });

  // A running job could write afterwards: nothing is removed.
  const worker = await startWorkerPresence(connection, createLogger('silent'));
  await worker.show(['someone']);
  await sql`select graphile_worker.add_job('demo-job')`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'someone'`.execute(db);
  await expect(removeDemo({ db, owner, openFiles }, { patienceMs: 0 })).rejects.toMatchObject({ extra: { reason: 'busy' } });
  expect((await rowsOf()).units).toBeGreaterThan(20_000);
  // That of a process that was killed does not run, although it is locked.
  await worker.end();

  const answer = await remove();
  expect(answer.json()).toEqual({ success: true });
  expect(await rowsOf()).toEqual(before);
  expect(readdirSync(path.join(documentFolder, '3'))).toEqual([]);
  expect(await isDemoRemoved(db)).toBe(true);
  // A real account that is entered now must not be offered an empty warehouse.
  expect((await db.selectFrom('quantity_settings').select('mode').executeTakeFirst())?.mode).toBe('OFF');
  expect((await admin.get('/api/audit-log?kind=demo')).json().data).toMatchObject([{ action: 'REMOVED', recordKind: 'demo', actorName: expect.any(String) }]);
  await expect(sql`truncate units cascade`.execute(owner.db)).rejects.toThrow();
  await expect(sql`delete from users`.execute(owner.db)).rejects.toThrow();
  // The empty installation works, and takes a real account.
  expect((await admin.get('/api/demo')).json()).toEqual({ isPresent: false });
  await admin.post('/api/sfinventory', { productId: '123456789', locationId: 1 });
  expect((await rowsOf()).units).toBe(1);
});
