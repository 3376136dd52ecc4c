import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { ServerProcess, urlOf } from '../../test/server-process.ts';
import { startReplicated } from '../../test/standby.ts';
import { openTunnel } from '../../test/tunnel.ts';
import { checkStandby } from '../doctor/checks/standby-check.ts';

const METRICS_TOKEN = 'a token of the metrics';
const EXPORT = '/api/inventory/export/locations.csv';
/** Longer than the bound of the lag, with a look at it. */
const BEYOND_THE_BOUND_MS = 14_000;
const PATIENCE = { timeout: 60_000, interval: 200 };

const { primary, standby, stop } = await startReplicated();
const tunnel = await openTunnel(standby.connection);
/** The first host of two is the primary, which is not read. */
const direct = await openTunnel(primary.connection);
const hosts = [direct, tunnel].map(({ address: { host, port } }) => `${host}:${port}`).join(',');
const replicaUrl = `postgresql://${standby.connection.user}:${standby.connection.password}@${hosts}/${standby.connection.database}`;
const web = new ServerProcess(primary.connection, {
  DATABASE_REPLICA_URL: replicaUrl,
  STOWAGE_DEMO: 'off',
  STOWAGE_METRICS_TOKEN: METRICS_TOKEN,
});
afterAll(async () => {
  await web.remove();
  await tunnel.close();
  await direct.close();
  await stop();
});
const address = await web.address;
const token = await signIn();

async function signIn(): Promise<string> {
  const payload = { username: 'admin@stowage.local', password: 'an administrator of tests' };
  const answer = await fetch(`${address}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) });
  return ((await answer.json()) as { token: string }).token;
}
const call = (url: string, { headers = {}, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
  fetch(address + url, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.body !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
const exported = async (headers: Record<string, string> = {}) => (await call(EXPORT, { headers })).text();
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}
const standbyReads = () => metric('stowage_database_pool_wait_seconds_count{pool="standby"}');
const isRead = async () => {
  const before = (await standbyReads()) || 0;
  await exported();
  return ((await standbyReads()) || 0) > before;
};
/** @returns the cookie that the change left */
async function addLocation(code: string): Promise<string> {
  const answer = await call('/api/inventory/locations', { method: 'POST', body: JSON.stringify({ code }) });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

it('reads exports, reports and searches from the standby, and nothing fails there', async () => {
  await expect.poll(isRead, PATIENCE).toBe(true);
  interface Get {
    readonly description: string;
    readonly parameters?: readonly { readonly required?: boolean }[];
  }
  const { paths } = (await (await call('/api/openapi.json')).json()) as { paths: Record<string, { get?: Get }> };
  const takesNothing = ({ parameters = [] }: Get) => !parameters.some(({ required }) => required);
  const lagging = Object.entries(paths).flatMap(([path, { get }]) => (get?.description.includes('seconds old') && takesNothing(get) ? [path] : []));
  expect(lagging.length).toBeGreaterThan(20);
  for (const url of [...lagging, '/api/search?q=kettle']) {
    const before = await standbyReads();
    const answer = await call(url);
    const { status } = answer;
    await answer.text();
    expect({ url, status, isFromStandby: (await standbyReads()) > before }).toEqual({ url, status: 200, isFromStandby: true });
  }
  expect(await metric('stowage_standby_retries_total')).toBe(0);
});

it('shows people their own changes, and others what is some seconds old', async () => {
  await standby.query('select pg_wal_replay_pause()');
  const cookie = await addLocation('ALPHA-1');
  expect(await exported({ cookie })).toContain('ALPHA-1');
  expect(await exported({ 'cache-control': 'no-cache' })).toContain('ALPHA-1');
  expect(await exported()).not.toContain('ALPHA-1');
  await sleep(BEYOND_THE_BOUND_MS);
  expect(await exported()).toContain('ALPHA-1');
  expect(await isRead()).toBe(false);
  await standby.query('select pg_wal_replay_resume()');
  await expect.poll(isRead, PATIENCE).toBe(true);
  expect(await exported()).toContain('ALPHA-1');
});

it('reads the primary when the way to the standby loses everything, and the standby again afterwards', async () => {
  tunnel.swallow(true);
  const cookie = await addLocation('BRAVO-1');
  // Cut off in the middle of a read, and read again from the primary.
  expect((await call('/api/search?q=kettle')).status).toBe(200);
  expect(await metric('stowage_standby_retries_total')).toBeGreaterThan(0);
  expect(await isRead()).toBe(false);
  expect(await exported({ cookie })).toContain('BRAVO-1');
  tunnel.swallow(false);
  await expect.poll(isRead, PATIENCE).toBe(true);
}, 120_000);

it('is judged by the doctor', async () => {
  const client = new pg.Client(primary.connection);
  await client.connect();
  const judged = (url: string) => checkStandby(client, url);
  for (const url of [urlOf(standby.connection), replicaUrl]) expect(await judged(url)).toMatchObject({ status: 'ok', text: 'It follows the primary.' });
  expect(await judged(urlOf(primary.connection))).toMatchObject({ status: 'warn', text: expect.stringContaining('does not lead to a streaming standby') });
  expect(await judged(urlOf(inject('postgres')))).toMatchObject({ status: 'warn' });
  await client.end();
});

it('does not read a standby that was promoted', async () => {
  await standby.query('select pg_promote()');
  await expect.poll(isRead, PATIENCE).toBe(false);
  await addLocation('CHARLIE-1');
  expect(await exported()).toContain('CHARLIE-1');
}, 120_000);
