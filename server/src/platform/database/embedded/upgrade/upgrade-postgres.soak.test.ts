import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../migrate.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { fetchPrograms } from './old-programs.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const OLD = 17;

const work = mkdtempSync(path.join(os.tmpdir(), 'stowage-major-'));
chmodSync(work, 0o711);
const folder = path.join(work, 'data');
const programs = path.join(work, 'programs');
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function withDatabase<T>(native: string | undefined, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve', ...(native !== undefined && { native }) });
  const client = new pg.Client(server.connection);
  await client.connect();
  return use(client)
    .finally(() => client.end())
    .finally(() => server.stop());
}

const FILL = `
  -- Into partitions that a new database doesn't have.
  select setval('audit_entries_id_seq', 3999500);
  select add_partitions();
  insert into users (email, name, roles) select 'p' || n || '@example.com', E'tab\\there, \\\\back, "quote", ünïcode ' || n, '{ROLE_USER}' from generate_series(1, 1000) n;
  insert into idempotency_keys (command, key, digest, answer)
    select 'test', n::text, case when n % 3 > 0 then sha256(n::text::bytea) end, case when n % 5 > 0 then jsonb_build_object('n', n, 'text', E'line\\nbreak') end
    from generate_series(1, 300000) n;
  insert into rate_limits (name, key, calls, window_ends_at) select 'test', n::text, 1, '2026-01-01' from generate_series(1, 100) n;
  create index adv_idempotency_keys_created_at on idempotency_keys (created_at)`;

const readAll = async (client: pg.Client) => {
  const { rows } = await client.query(`select (select count(*) from users)::int as users, (select count(*) from idempotency_keys)::int as keys,
    (select md5(string_agg(k::text, ',' order by key)) from idempotency_keys k) as hash, (select nextval('users_id_seq'))::int as next_user,
    to_regclass('adv_idempotency_keys_created_at') is not null as has_advised_index, current_setting('server_version_num')::int / 10000 as major,
    (select count(*) from audit_entries)::int as audited, (select count(*) from rate_limits)::int as unlogged,
    (select string_agg(relname || coalesce(reloptions::text, ''), ' ' order by relname) from pg_class
     where relnamespace = 'partitions'::regnamespace and relkind = 'r') as partitions`);
  return rows[0];
};

/** What the upgrade says on its way, in order. */
const STEPS = ['Preparing', 'Copying', '  ', 'Creating', 'Comparing'];

/** Runs the upgrade in a process of its own, which is killed when it says that it begins the given step. @returns the signal that ended it */
async function upgradeAndKill(native: string, step: string): Promise<string | null> {
  const script = path.resolve('server/test/upgrades/upgrade-database.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, native, step], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
}

it('brings the database to the next major version, however often it is killed, and keeps the old cluster', async () => {
  mkdirSync(folder, { mode: 0o711 });
  const native = await fetchPrograms(OLD, programs, () => {});
  await withDatabase(native, async (client) => {
    await migrate(client);
    await client.query(FILL);
  });
  const before = await withDatabase(native, readAll);
  expect(before).toMatchObject({ users: 1000, keys: 300_000, major: OLD, has_advised_index: true });
  await expect(startEmbeddedPostgres({ folder, purpose: 'serve' })).rejects.toThrow('Run stowage upgrade-postgres');

  for (const step of STEPS) expect(await upgradeAndKill(native, step), step).toBe('SIGKILL');
  expect(await upgradePostgres({ folder, programs: native, say: () => {} })).toBe(OLD);
  expect(await upgradePostgres({ folder, programs: native, say: () => {} })).toBeUndefined();
  expect(readFileSync(path.join(folder, `postgres-${OLD}/data/PG_VERSION`), 'utf8').trim()).toBe(String(OLD));
  expect(existsSync(path.join(folder, 'postgres-upgrade'))).toBe(false);
  const after = await withDatabase(undefined, readAll);
  expect(after).toEqual({ ...before, next_user: before.next_user + 1, major: 18 });
}, 300_000);

it('starts over when the old database was used after a kill', async () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o711 });
  const native = await fetchPrograms(OLD, programs, () => {});
  const add = (email: string) => async (client: pg.Client) => {
    await migrate(client);
    await client.query(`insert into users (email, name, roles) values ($1, 'A', '{ROLE_USER}')`, [email]);
  };
  await withDatabase(native, add('first@example.com'));
  let copied = 0;
  const killed = upgradePostgres({
    folder,
    programs: native,
    say: (line) => {
      copied += 1;
      if (line.startsWith('Comparing')) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect(copied).toBeGreaterThan(2);
  await withDatabase(native, add('second@example.com'));
  await upgradePostgres({ folder, programs: native, say: () => {} });
  const people = await withDatabase(undefined, async (client) => (await client.query('select email from users order by id')).rows.map(({ email }) => email));
  expect(people).toEqual(['first@example.com', 'second@example.com']);
}, 300_000);
