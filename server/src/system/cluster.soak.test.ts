import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@stomp/stompjs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Cluster } from '../../test/cluster.ts';
import { Clerk } from '../../test/fixtures/clerk.ts';
import { listLedgerFaults } from '../../test/fixtures/faults/ledger-faults.ts';
import { Station } from '../../test/fixtures/station.ts';
import { CODES, seedTestCatalog } from '../../test/fixtures/test-catalog.ts';
import type { Check } from '../doctor/check.ts';
import { checkRoles } from '../doctor/checks/roles-check.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';
import { openSessions } from '../platform/database/connection/sessions.ts';

/** STOWAGE_CLUSTER_MINUTES=30 STOWAGE_CLUSTER_STATIONS=20 is the long run: one kill each minute, in turn. */
const MINUTES = Number(process.env.STOWAGE_CLUSTER_MINUTES ?? 2.5);
const STATIONS = Number(process.env.STOWAGE_CLUSTER_STATIONS ?? 10);
const VICTIMS = ['web1', 'worker1', 'proxy', 'primary', 'web2', 'worker2'];
const SHORT_VICTIMS = VICTIMS.slice(0, 4);
const FIRST_PORT = 7_500;
const SHELVES = 20;
const SCAN_EVERY_MS = 100;
const REFRESH_EVERY_MS = 40_000;
const FAILOVER_WITHIN_MS = 15_000;
const CATCH_UP_WITHIN_MS = 5_000;

const programs = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy', '/usr/lib/postgresql'];
const missing = programs.filter((file) => !existsSync(file));
if (missing.length > 0) console.warn(`The cluster is not tested, because this machine has no ${missing.join(', ')}`);

const cluster = new Cluster(FIRST_PORT);
beforeAll(() => (missing.length > 0 ? undefined : cluster.start()), 360_000);
afterAll(() => cluster.stop(), 60_000);

it.skipIf(missing.length > 0)(
  'finishes downloads of a web process that is stopped in an orderly way',
  async () => {
    const { address, ports } = cluster.facts;
    const station = new Station(address);
    await station.signIn('admin@stowage.local', cluster.adminPassword);
    const content = 'a line of a document\n'.repeat(1_100_000);
    const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream', 'accept-encoding': 'identity' };
    const stored = await fetch(`${address}/api/documents?name=large.csv&type=OTHER`, { method: 'POST', headers, body: content });
    const { id } = (await stored.json()) as { id: number };
    // The proxy gives them to both processes in turn. They are larger than what is buffered on the way while nobody reads.
    const answers = await Promise.all(Array.from({ length: 4 }, () => fetch(`${address}/api/documents/${id}/content`, { headers })));
    cluster.restart('web1');
    const listens = () =>
      fetch(`http://127.0.0.1:${ports.web1}/api/health/live`).then(
        () => true,
        () => false,
      );
    await expect.poll(listens, { timeout: 30_000, interval: 200 }).toBe(false);
    const texts = await Promise.all(answers.map((answer) => answer.text().catch((error: Error) => error.message)));
    expect(texts.map((text) => (text === content ? 'whole' : text.slice(0, 100)))).toEqual(['whole', 'whole', 'whole', 'whole']);
    await expect.poll(listens, { timeout: 60_000, interval: 200 }).toBe(true);
  },
  120_000,
);

it.skipIf(missing.length > 0)(
  'loses nothing and counts nothing twice while parts are killed, and nobody signs in again',
  async () => {
    const { address, database } = cluster.facts;
    const db = openDatabase(openSessions(database), { max: 2, onError: () => {} });
    await seedTestCatalog(db.db);
    expect(await checkDatabaseRoles(database)).toMatchObject({ status: 'ok' });
    const stations = Array.from({ length: STATIONS }, () => new Station(address));
    for (const station of stations) await station.signIn('admin@stowage.local', cluster.adminPassword);
    const [first] = stations;
    if (first === undefined) throw new Error('There is no station');
    const pages = [watchLive(address, () => first.token), watchLive(address, () => first.token)];
    const clerk = new Clerk(address, first);
    const acknowledgedBefore = (time: number) => stations.reduce((sum, each) => sum + [...each.acknowledged.values()].filter((at) => at < time).length, 0);

    const end = Date.now() + MINUTES * 60_000;
    const working = Promise.all(stations.map((station, nth) => work(station, nth, end)));
    const desk = clerk.work(end, acknowledgedBefore);
    const kills = await killInTurn(end);
    await working;
    await desk;
    await sleep(CATCH_UP_WITHIN_MS);
    for (const { client } of pages) await client.deactivate();

    const acknowledged = stations.flatMap((station) => [...station.acknowledged]);
    const outages = kills.map(({ part, at }, nth) => ({ part, outageMs: longestGap(acknowledged, at, kills[nth + 1]?.at ?? end) }));
    const { filed, exports } = clerk;
    console.log(JSON.stringify({ scans: acknowledged.length, documents: filed.size, exports, refreshes: stations.map(({ refreshes }) => refreshes), outages }));
    expect(stations.flatMap(({ faults }) => faults)).toEqual([]);
    expect(await listLedgerFaults(db.db)).toEqual([]);
    const recorded = await db.db.selectFrom('stock_movements').select('client_scan_id').where('client_scan_id', 'is not', null).execute();
    expect(recorded.map(({ client_scan_id }) => client_scan_id).sort()).toEqual(acknowledged.map(([id]) => id).sort());
    expect(outages.filter(({ outageMs }) => outageMs > FAILOVER_WITHIN_MS)).toEqual([]);
    for (const { events } of pages) expect(unseen(acknowledged, events)).toEqual([]);
    expect(clerk.faults).toEqual([]);
    expect(await clerk.listLost()).toEqual([]);
    expect(Math.min(filed.size, exports)).toBeGreaterThan(0);
    expect(Math.min(...stations.map(({ refreshes }) => refreshes))).toBeGreaterThan(0);
    expect(await countStandbyReads()).toBeGreaterThan(0);
    await db.close();
  },
  (MINUTES + 6) * 60_000,
);

async function work(station: Station, nth: number, end: number): Promise<void> {
  let refreshAt = Date.now() + REFRESH_EVERY_MS;
  for (let count = 0; Date.now() < end; count++) {
    await station.scan(CODES.bolt.sku, 1 + ((nth * 7 + count) % SHELVES));
    if (Date.now() > refreshAt) {
      await station.refresh();
      refreshAt = Date.now() + REFRESH_EVERY_MS;
    }
    await sleep(SCAN_EVERY_MS);
  }
}

/** In the short run each kind once, in the long one a part each minute. The last one has time to come back. */
async function killInTurn(end: number): Promise<{ part: string; at: number }[]> {
  const isShort = MINUTES < 10;
  const everyMs = isShort ? (MINUTES * 60_000) / (SHORT_VICTIMS.length + 2) : 60_000;
  const kills: { part: string; at: number }[] = [];
  const order = isShort ? SHORT_VICTIMS : VICTIMS;
  for (let nth = 0; ; nth++) {
    await sleep(everyMs);
    const part = order[nth % order.length];
    if (part === undefined || Date.now() > end - everyMs || (isShort && nth >= order.length)) return kills;
    kills.push({ part, at: Date.now() });
    await cluster.kill(part);
  }
}

/** What `stowage doctor` says of the role that the processes use. */
async function checkDatabaseRoles(databaseUrl: string): Promise<Check> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return checkRoles(client, { databaseUrl }).finally(() => client.end());
}

/** The reads of the web processes since they were killed last. */
async function countStandbyReads(): Promise<number> {
  const { ports } = cluster.facts;
  const texts = await Promise.all(['web1Metrics', 'web2Metrics'].map(async (name) => (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text()));
  const reads = texts.map((text) => /^stowage_database_pool_wait_seconds_count\{pool="standby"\} (\d+)$/m.exec(text)?.[1]);
  return reads.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

/** A page that listens, and reads again whenever it has connected. */
function watchLive(address: string, token: () => string): { client: Client; events: number[] } {
  const events: number[] = [];
  const client = new Client({
    webSocketFactory: () => new WebSocket(`${address.replace('http', 'ws')}/stomp`, ['v12.stomp']),
    reconnectDelay: 500,
    heartbeatIncoming: 4_000,
    heartbeatOutgoing: 4_000,
    connectionTimeout: 3_000,
  });
  client.beforeConnect = () => {
    client.connectHeaders = { Authorization: `Bearer ${token()}` };
  };
  client.onConnect = () => {
    events.push(Date.now());
    client.subscribe('/topic/inventory-history', () => events.push(Date.now()));
  };
  client.activate();
  return { client, events };
}

/** The longest time without an acknowledged scan between a kill and the next one. */
function longestGap(acknowledged: readonly (readonly [string, number])[], at: number, until: number): number {
  const times = [at, ...acknowledged.map(([, time]) => time).filter((time) => time > at && time < until), until].sort((one, other) => one - other);
  return Math.max(...times.slice(1).map((time, nth) => time - (times[nth] ?? time)));
}

/** Scans that a page neither heard of nor could have read within five seconds. */
function unseen(acknowledged: readonly (readonly [string, number])[], events: readonly number[]): string[] {
  return acknowledged.flatMap(([id, time]) =>
    events.some((event) => event >= time - 1_000 && event <= time + CATCH_UP_WITHIN_MS) ? [] : [`${id} at ${new Date(time).toISOString()}`],
  );
}
