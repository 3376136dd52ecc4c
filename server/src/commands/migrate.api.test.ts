import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { bringUpToDate } from '../platform/database/migration/bring-up-to-date.ts';
import { migrateDatabase } from './migrate.ts';

const { owner, connection } = await createTestDatabase();
const runtime = { name: inject('runtime').name };
const said: string[] = [];
const say = (line: string) => said.push(line);
const forget = () => sql`delete from schema_migrations where name = 'functions/search.sql'`.execute(owner.db);
const mayInsert = async () =>
  (await sql<{ may: boolean }>`select has_table_privilege(${runtime.name}, 'products', 'INSERT') as may`.execute(owner.db)).rows[0]?.may;

it('applies what starts wait for or refuse, as configured', async () => {
  await forget();
  await expect(bringUpToDate(owner.connection, { mode: 'refuse', say })).rejects.toThrow('lacks 1 function file. Run stowage migrate first');
  const waits = bringUpToDate(connection, { mode: 'wait', say, stopped: new Promise(() => {}), pollMs: 10 });
  await expect.poll(() => said).toEqual(['Waiting until stowage migrate has applied 1 function file …']);
  await expect(bringUpToDate(connection, { mode: 'wait', say, stopped: Promise.resolve(), pollMs: 10 })).rejects.toThrow('Stopped');
  expect(await migrateDatabase(owner.connection, { isCheck: true, say })).toBe(1);
  expect(await migrateDatabase(owner.connection, { isCheck: false, say })).toBe(0);
  await waits;
  expect(await migrateDatabase(owner.connection, { isCheck: true, say })).toBe(0);
  expect(said.filter((line) => line.includes('functions/search.sql'))).toHaveLength(2);
});

it('needs the owner only while something is pending, and says so', async () => {
  await bringUpToDate(connection, { mode: 'auto', say });
  await forget();
  await expect(bringUpToDate(connection, { mode: 'auto', say })).rejects.toThrow('set DATABASE_OWNER_URL to the owner of its tables');
  await expect(migrateDatabase(connection, { isCheck: false, say })).rejects.toThrow('set DATABASE_OWNER_URL');
  await bringUpToDate(owner.connection, { mode: 'auto', say, runtime });
  await bringUpToDate(connection, { mode: 'auto', say });
});

it('names the variable when the role may not create the first tables', async () => {
  await sql`create schema empty`.execute(owner.db);
  await sql`grant usage on schema empty to ${sql.ref(runtime.name)}`.execute(owner.db);
  const empty = { ...connection, options: '-c search_path=empty' };
  await expect(bringUpToDate(empty, { mode: 'auto', say })).rejects.toThrow('set DATABASE_OWNER_URL to the owner of its tables');
  await expect(migrateDatabase(empty, { isCheck: false, say })).rejects.toThrow('set DATABASE_OWNER_URL');
});

it('names the page about roles when the role may not read the database', async () => {
  await sql`revoke select on schema_migrations from ${sql.ref(runtime.name)}`.execute(owner.db);
  const page = 'permission denied for table schema_migrations. See docs/database-roles.md';
  await expect(bringUpToDate(connection, { mode: 'auto', say })).rejects.toThrow(page);
  await bringUpToDate(owner.connection, { mode: 'auto', say, runtime });
});

it('gives the role of running processes its rights, by a start and by the command', async () => {
  const works = [
    () => bringUpToDate(owner.connection, { mode: 'auto', say, runtime }),
    () => bringUpToDate(owner.connection, { mode: 'refuse', say, runtime }),
    () => migrateDatabase(owner.connection, { isCheck: false, say, runtime }),
  ];
  for (const work of works) {
    await sql`revoke insert on products from ${sql.ref(runtime.name)}`.execute(owner.db);
    expect(await mayInsert()).toBe(false);
    await work();
    expect(await mayInsert()).toBe(true);
  }
});

it('counts the migrations of a later version', async () => {
  said.length = 0;
  await sql`insert into schema_migrations (name, checksum, version, compatible_from) values ('9999_later.sql', '', '9.9.9', '1.0.0')`.execute(owner.db);
  await bringUpToDate(connection, { mode: 'auto', say });
  expect(said).toEqual(['The database has 1 migration of a later version. This version works with it']);
  await sql`delete from schema_migrations where name = '9999_later.sql'`.execute(owner.db);
});

it('says once that the roles are not separate, and nothing where they are', async () => {
  said.length = 0;
  await bringUpToDate(connection, { mode: 'auto', say });
  expect(said).toEqual([]);
  await bringUpToDate(owner.connection, { mode: 'auto', say });
  expect(said).toEqual([expect.stringContaining('owns the tables that it uses')]);
});

it('makes the queue, into which a web process puts jobs before it runs any', async () => {
  const queue = async () => (await sql<{ jobs: string | null }>`select to_regclass('graphile_worker.jobs')::text as jobs`.execute(owner.db)).rows[0]?.jobs;
  for (const prepare of [() => bringUpToDate(owner.connection, { mode: 'auto', say }), () => migrateDatabase(owner.connection, { isCheck: false, say })]) {
    await sql`drop schema graphile_worker cascade`.execute(owner.db);
    expect(await queue()).toBeNull();
    await prepare();
    expect(await queue()).toBe('graphile_worker.jobs');
  }
});
