import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '../../../scripts/build.mjs';
import { buildEarlierVersion } from '../../test/upgrades/earlier-version.ts';
import { listCountDifferences } from '../features/inventory/internals.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { checkoutRoot } from '../platform/paths.ts';

/** The last version before the baseline. */
const LAST_BEFORE_THE_BASELINE = '684a76c';
const PASSWORD = 'an administrator of tests';

let folder = '';
let data = '';
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-upgrade-'));
  chmodSync(folder, 0o711);
  data = path.join(folder, 'data');
  mkdirSync(path.join(folder, 'earlier'));
  buildEarlierVersion(LAST_BEFORE_THE_BASELINE, path.join(folder, 'earlier'));
  for (const only of ['server', 'simulator'] as const) await build({ only, say: () => {} });
}, 300_000);

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server of a checkout on the data. @returns its address and its output */
function start(checkout: string): Promise<{ address: string; output: string }> {
  const child = spawn(process.execPath, [path.join(checkout, 'server/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      STOWAGE_DATA_DIR: data,
      STOWAGE_DEMO: 'on',
      STOWAGE_ADMIN_EMAIL: 'admin@example.com',
      STOWAGE_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve({ address, output });
    });
    child.once('exit', (code) => reject(new Error(`The server of ${checkout} ended with ${code} before it served:\n${output}`)));
  });
}

async function stop(): Promise<void> {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function signIn(address: string) {
  const call = async <T>(method: string, url: string, body?: object, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const response = await fetch(address + url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    expect(response.status, `${method} ${url}: ${text}`).toBeLessThan(300);
    return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
  };
  const { token } = await call<{ token: string }>('POST', '/api/login', { username: 'admin@example.com', password: PASSWORD });
  return { post: <T>(url: string, body: object) => call<T>('POST', url, body, token) };
}

type Session = Awaited<ReturnType<typeof signIn>>;

async function receiveOne(person: Session): Promise<void> {
  const [order] = await person.post<{ value: string }[]>('/api/receiveinventory/getponumbers', {});
  const poNumber = order?.value;
  const lines = await person.post<{ id: number; gtin: string }[]>('/api/receiveinventory/getpodata', { poNumber });
  const line = lines[0];
  await person.post('/api/receiveinventory/createnewpackinglist', { poNumber, packingList: { [String(line?.id)]: 3 } });
  const [list] = await person.post<{ value: number }[]>('/api/receiveinventory/packinglistfrompo', { poNumber });
  const scan = { productId: line?.gtin, packingListId: list?.value, poNumber, clientScanId: 'received-before' };
  expect(await person.post('/api/receiveinventory/scan', scan)).toBe(1);
}

/** The number of rows of each table, by the table's present name. */
async function countsOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; rows: number }>(`
    select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text::int as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('schema_migrations', 'unaudited_tables')`);
  return Object.fromEntries(rows.map((row) => [row.name.replace('order_pieces', 'order_allocations').replace('catalogue_', 'catalog_'), row.rows]));
}

async function countUnits(): Promise<number> {
  const { connection, stop: leave } = await startEmbeddedPostgres({ folder: data, purpose: 'visit' });
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ units: number }>('select count(*)::int as units from units');
  await client.end();
  await leave();
  return rows[0]?.units ?? 0;
}

it('continues without loss on the data directory of the last version before the baseline', async () => {
  const earlier = await start(path.join(folder, 'earlier'));
  const before = await signIn(earlier.address);
  for (const scan of ['first', 'second']) {
    await before.post('/api/sfinventory', { productId: '012345678905', locationId: 1, clientScanId: `scanned-before-${scan}` });
  }
  await receiveOne(before);
  await stop();

  // Compares a copy while no server runs, because jobs write.
  const copied = path.join(folder, 'copy');
  execFileSync('cp', ['-a', data, copied]);
  const server = await startEmbeddedPostgres({ folder: copied, purpose: 'visit' });
  const copy = openDatabase(server.connection, { max: 2, onError: () => {} });
  const client = new pg.Client(server.connection);
  await client.connect();
  const counts = await countsOf(client);
  expect(Object.values(counts).filter((count) => count > 0).length).toBeGreaterThan(40);
  expect((await migrate(client))[0]).toBe('legacy/adopt.sql');
  expect(await countsOf(client)).toMatchObject(counts);
  expect(await listCountDifferences(copy.db)).toEqual([]);
  await copy.close();
  await client.end();
  await server.stop();

  const current = await start(checkoutRoot());
  expect(current.output).toContain('The database was brought up to date');
  const after = await signIn(current.address);
  const scan = (clientScanId: string) => after.post('/api/sfinventory', { productId: '012345678905', locationId: 1, clientScanId });
  const units = await countUnits();
  await scan('scanned-before-first');
  expect(await countUnits()).toBe(units);
  await scan('scanned-after');
  expect(await countUnits()).toBe(units + 1);
  await stop();
}, 300_000);
