import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { checkRoles } from '../doctor/checks/roles-check.ts';
import type { Database } from '../platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateQueue } from '../platform/jobs/migrate-queue.ts';
import { createLogger } from '../platform/logger.ts';
import { startPlatform } from '../start-platform.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-platform-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true }));

const start = (env: Record<string, string>, purpose: 'serve' | 'visit', say = (_: string) => {}) =>
  startPlatform({ config: readConfig({ STOWAGE_DATA_DIR: folder, ...env }), logger: createLogger('silent'), purpose, say });
const roleOf = async (db: Database) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

it('runs as a role that does not own the tables, also on a database from before, by itself and beside another process', async () => {
  const before = await startEmbeddedPostgres({ folder, purpose: 'serve', settings: { fsync: 'off' } });
  await withClient(before.connection, migrate);
  await migrateQueue(before.connection);
  const check = (connection: pg.ClientConfig) => withClient(connection, (client) => checkRoles(client, { databaseUrl: undefined }));
  expect(await check(before.connection)).toMatchObject({ status: 'warn', text: 'There is no role stowage_app yet' });
  await before.stop();

  const serving = await start({}, 'serve');
  const visiting = await start({}, 'visit');
  try {
    for (const { context } of [serving, visiting]) {
      expect([await roleOf(context.db), await roleOf(context.owner.db)]).toEqual(['stowage_app', 'stowage']);
      await sql`insert into products (title) values ('A product')`.execute(context.db);
      await expect(sql`alter table audit_entries disable trigger all`.execute(context.db)).rejects.toThrow('must be owner');
      await expect(sql`update audit_entries set action = 'x'`.execute(context.db)).rejects.toThrow('permission denied');
      await sql`select graphile_worker.add_job('nothing')`.execute(context.db);
    }
    expect(await check(serving.context.owner.connection)).toMatchObject({ status: 'ok' });
    await sql`grant update on audit_entries to stowage_app`.execute(serving.context.owner.db);
    expect(await check(serving.context.owner.connection)).toMatchObject({ status: 'warn' });
  } finally {
    await visiting.close();
    await serving.close();
  }
});

it('uses an external database as the role of DATABASE_URL, which it creates, and says when that is the owner or the key is another one', async () => {
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve', settings: { fsync: 'off' } });
  const { host = '', password } = server.connection;
  const url = (name: string, secret: unknown) =>
    `postgresql://${name}:${encodeURIComponent(String(secret))}@localhost/postgres?host=${encodeURIComponent(host)}`;
  const said: string[] = [];
  const roles = async (env: Record<string, string>) => {
    const { context, close } = await start(env, 'serve', (line) => said.push(line));
    return Promise.all([roleOf(context.db), roleOf(context.owner.db)]).finally(close);
  };
  const check = (role: string, secret: unknown) =>
    withClient({ connectionString: url(role, secret) }, (client) => checkRoles(client, { databaseUrl: url(role, secret) }));
  try {
    const app = url('separate_app', 'a password');
    const owner = url('stowage', password);
    expect(await roles({ DATABASE_URL: app, DATABASE_OWNER_URL: owner })).toEqual(['separate_app', 'stowage']);
    expect(await roles({ DATABASE_URL: app })).toEqual(['separate_app', 'separate_app']);
    expect(said).toEqual([]);
    expect(await check('separate_app', 'a password')).toMatchObject({ status: 'ok' });
    expect(await roles({ DATABASE_URL: owner })).toEqual(['stowage', 'stowage']);
    expect(said).toEqual([expect.stringContaining('The role stowage owns the tables that it uses')]);
    expect(await check('stowage', password)).toMatchObject({ status: 'warn', text: 'The role stowage owns the tables that it uses' });
    said.length = 0;
    await roles({ DATABASE_URL: app, STOWAGE_DATA_DIR: path.join(folder, 'external') });
    expect(said).toEqual([expect.stringContaining('The encryption key is not the one of this database')]);
    await withClient(server.connection, (client) => client.query('revoke pg_read_all_stats from separate_app'));
    expect(await check('separate_app', 'a password')).toMatchObject({ status: 'warn', advice: 'GRANT pg_read_all_stats TO separate_app;' });
  } finally {
    await server.stop();
  }
});
