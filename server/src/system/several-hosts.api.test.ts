import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startReplicated } from '../../test/standby.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openTunnel } from '../../test/tunnel.ts';
import { runMigrate } from '../commands/migrate.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { readConfig } from '../config/config.ts';
import { examine } from '../doctor/examine.ts';
import { createLogger } from '../platform/logger.ts';
import { openServer } from '../start-platform.ts';

const { connection, owner } = await createTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-hosts-'));
const closes: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
const hostOf = async (server: pg.ClientConfig) => {
  const tunnel = await openTunnel(server);
  closes.unshift(tunnel.close);
  return `127.0.0.1:${tunnel.address.port}`;
};
const closed = `127.0.0.1:${await freePort()}`;
const open = await hostOf(connection);
const urlOf = ({ user = '', password, database = '' }: pg.ClientConfig, hosts: string[]) =>
  `postgresql://${user}:${encodeURIComponent(String(password))}@${hosts.join(',')}/${database}`;

afterAll(async () => {
  for (const close of closes) await close();
});
beforeEach(() => {
  vi.stubEnv('STOWAGE_DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', urlOf(connection, [closed, open]));
  vi.stubEnv('DATABASE_OWNER_URL', urlOf(owner.connection, [closed, open]));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A port that refuses connections. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function query(client: pg.Client, text: string): Promise<unknown[]> {
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

it('uses the host that answers for a start, a command and the doctor', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await withPlatform(async ({ db }) => (await db.selectFrom('users').select('id').execute()).length)).toBe(0);
  expect(await runMigrate(true)).toBe(0);
  expect(said).toHaveBeenCalledWith('Nothing is pending.');
  const { checks, close } = await examine(readConfig(process.env));
  await close();
  expect(checks.find(({ name }) => name === 'database')).toMatchObject({ status: 'ok' });
});

it('passes over a standby, and names every host when none takes writes', async () => {
  const { primary, standby, stop } = await startReplicated();
  closes.push(stop);
  const [first, second] = [await hostOf(standby.connection), await hostOf(primary.connection)];
  const start = async (...hosts: string[]) => {
    vi.stubEnv('DATABASE_URL', urlOf(primary.connection, hosts));
    vi.stubEnv('DATABASE_OWNER_URL', undefined);
    return openServer({ config: readConfig(process.env), logger: createLogger('silent'), purpose: 'serve', say: () => {} });
  };
  const { sessions } = await start(first, second);
  expect(await query(new pg.Client(sessions.connection), 'select pg_is_in_recovery() as recovers')).toEqual([{ recovers: false }]);
  await expect(start(closed, first)).rejects.toThrow(
    `No host of the database takes writes: ${closed} (connect ECONNREFUSED ${closed}), ${first} (it is a standby, or read-only)`,
  );
});
