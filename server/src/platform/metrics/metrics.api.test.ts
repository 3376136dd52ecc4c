import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { endPool, openPool } from '../database/connection/pool.ts';
import { checkoutRoot } from '../paths.ts';
import { registry } from './metrics.ts';
import { createMetricsPage } from './metrics-page.ts';

const TOKEN = 'a token of the tests';
const observed = { metrics: { listen: { host: '127.0.0.1', port: 0 }, token: TOKEN }, isTraced: false, accessLog: false };
const { app, db, connection, metricsPort, signIn } = await createTestApp({ observed });
await seedTestCatalog(db);
const person = await signIn();

const scrape = async () => (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body;
/** The value of one series; 0 while it does not exist. */
const sample = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 0,
  );
const scan = (clientScanId: string, locationId = 1) => person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId, clientScanId });

it('shows metrics only to the token on the main port, and to everybody on a port of its own', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(401);
  expect((await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${person.token}` } })).statusCode).toBe(401);
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
  expect(await answer.text()).toContain('stowage_build_info{version=');
  expect((await fetch(`http://127.0.0.1:${metricsPort}/api/health/live`)).status).toBe(404);
});

it('has no address for metrics without a token', async () => {
  const closed = await createTestApp();
  expect((await closed.app.inject('/metrics')).headers['content-type']).not.toContain('version=0.0.4');
});

it('shows from the start what alerts wait for, and no lag while no standby is read', async () => {
  // The process of the tests has counted before.
  vi.resetModules();
  const text = await (await import('./metrics.ts')).registry.metrics();
  // Prometheus sees no increase in a series that begins with 1.
  expect(text).toContain('stowage_live_dropped_total{reason="bus"} 0');
  expect(await scrape()).not.toMatch(/^stowage_standby_lag_seconds/m);
});

it('counts scans by result, and calls by the template of their route', async () => {
  const before = await scrape();
  await scan('metrics-1');
  await scan('metrics-1');
  await scan('metrics-2', 9_999);
  await person.get('/api/orders/123-secret-order');
  await app.inject('/api/no/such/place');
  const after = await scrape();
  const grown = (series: string) => sample(after, series) - sample(before, series);
  expect(['added', 'repeated', 'refused', 'failed'].map((result) => grown(`stowage_scans_total{result="${result}"}`))).toEqual([1, 1, 1, 0]);
  expect(grown('stowage_scan_batch_size_count')).toBeGreaterThanOrEqual(2);
  expect(grown('stowage_http_request_duration_seconds_count{method="POST",route="/api/sfinventory",status="2xx"}')).toBe(2);
  expect(grown('stowage_http_request_duration_seconds_count{method="GET",route="unknown",status="4xx"}')).toBe(1);
  expect(after).not.toMatch(/secret-order|no\/such/);
});

it('reads the age of the queue, the database and the disk', async () => {
  const text = await scrape();
  expect(sample(text, 'stowage_database_up')).toBe(1);
  expect(sample(text, 'stowage_database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(sample(text, 'stowage_disk_free_bytes')).toBeGreaterThan(1_000_000);
  expect(sample(text, 'stowage_database_connections{state="active"}')).toBeGreaterThan(0);
  expect(text).not.toMatch(/^stowage_backup_age_seconds/m);
});

it('answers a scrape while the database is away', async () => {
  const nowhere = { host: '127.0.0.1', port: 9, user: 'nobody', database: 'nothing' };
  const page = createMetricsPage({ connection: nowhere, pool: new Pool(nowhere), dataFolder: '/nowhere', readBackups: async () => undefined });
  const text = await page.render();
  expect(sample(text, 'stowage_database_up')).toBe(0);
  expect(text).toContain('stowage_build_info{');
  expect(text).not.toMatch(/^stowage_(database_size_bytes|disk_free_bytes)/m);
});

it('leaves no statement behind on a database that is too slow for a scrape', async () => {
  const pool = openPool({ connection }, {}, () => {});
  const blocker = await pool.connect();
  await blocker.query('begin; lock table job_runs');
  const page = createMetricsPage({ connection, pool, dataFolder: '/nowhere', readBackups: async () => undefined });
  expect(sample(await page.render(), 'stowage_database_up')).toBe(0);
  const left = async () =>
    (await pool.query(`select from pg_stat_activity where application_name = 'stowage-metrics' and datname = current_database()`)).rowCount;
  await expect.poll(left).toBe(0);
  await blocker.query('rollback');
  blocker.release();
  await endPool(pool);
});

describe('operations/', () => {
  /** Names of metrics that can be in a scrape, with those that histograms add. */
  const known = async () => {
    await scrape();
    return new Set(registry.getMetricsAsArray().flatMap((metric) => [metric.name, ...['bucket', 'sum', 'count'].map((part) => `${metric.name}_${part}`)]));
  };
  const namesIn = (text: string) => [...new Set(text.match(/\b(?:stowage|process|nodejs)_[a-z0-9_]+/g) ?? [])];
  const read = (file: string) => readFileSync(path.join(checkoutRoot(), 'operations', file), 'utf8');

  it.each(['prometheus/alerts.yaml', 'grafana/stowage.json'])('%s names only metrics that exist', async (file) => {
    const names = namesIn(read(file));
    expect(names.length).toBeGreaterThan(8);
    const exist = await known();
    expect(names.filter((name) => !exist.has(name))).toEqual([]);
  });

  it.each(['prometheus/alerts.yaml', 'grafana/stowage.json'])('%s counts no health checks, of which a load balancer makes many, among all calls', (file) => {
    const selectors = [...read(file).matchAll(/stowage_http_request_duration_seconds_\w+(\{.*?\})?\[/g)].map(([, labels]) => labels ?? '');
    expect(selectors.length).toBeGreaterThan(1);
    expect(selectors.filter((labels) => !labels.includes('route'))).toEqual([]);
  });

  it('has a line for each alert in docs/operations/monitoring.md', () => {
    const alerts = [...read('prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const page = readFileSync(path.join(checkoutRoot(), 'docs/operations/monitoring.md'), 'utf8');
    expect(alerts.filter((name) => !page.includes(`### ${name}`))).toEqual([]);
  });
});
