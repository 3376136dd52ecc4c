import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { createCpuShare } from './harness/cpu-share.ts';
import { measure, median, printTable } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/**
 * How many more scans two web processes carry than one. Each gets a fixed part of a core, so that PostgreSQL and the load have the
 * rest for themselves, as they would on machines of their own.
 */
const CORES_EACH = Number(process.env.STOWAGE_BENCH_CORES ?? 0.2);
const ROUNDS = Number(process.env.STOWAGE_BENCH_ROUNDS ?? 7);
const SECONDS = 6;
/** So many that calls always wait: a process works in a part of each period only. */
const CONNECTIONS = 128;
const SHELVES = 200;
const LISTINGS = 2_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-bench-'));
chmodSync(folder, 0o711);
const postgres = await startEmbeddedPostgres({ folder, purpose: 'serve' });
const { host = '', user = '', password = '', port = 5432 } = postgres.connection;
const environment = {
  DATABASE_URL: `postgresql://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
  STOWAGE_ROLE: 'web',
  STOWAGE_DEMO: 'off',
  STOWAGE_TOKEN_KEY: 'the key of all processes of the bench',
  STOWAGE_ENCRYPTION_KEY: 'the other key of all processes of the bench',
};
const products = [4_395, 4_396].map((each) => new Product({ port: each, environment }));
const shares = products.map((_, nth) => createCpuShare(`web${nth}`, CORES_EACH));
for (const product of products) await product.start();
const [one, two] = products;
if (one === undefined || two === undefined) throw new Error('There are not two processes');
if (shares.includes(undefined)) {
  console.log('This machine lets nobody create control groups, so that both processes would compete with PostgreSQL for its cores: it can’t tell.');
} else {
  for (const [nth, product] of products.entries()) shares[nth]?.add(product.pid);
  await layListings();
  await compare(one, two);
}
for (const product of products) {
  await product.stop();
  product.remove();
}
for (const share of shares) share?.remove();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

async function compare(first: Product, second: Product): Promise<void> {
  const ratios: number[] = [];
  const rates: { alone: number; both: number }[] = [];
  // The first round warms the compiler up.
  for (let nth = -1; nth < ROUNDS; nth++) {
    const { perSecond: alone } = await measure(CONNECTIONS, SECONDS, (connection) => scan(first, connection));
    const { perSecond: both } = await measure(CONNECTIONS, SECONDS, (connection) => scan(connection % 2 === 0 ? first : second, connection));
    if (nth < 0) continue;
    rates.push({ alone, both });
    ratios.push(both / alone);
  }
  printTable(`Scans a second with ${CORES_EACH} cores for each web process, medians of ${ROUNDS} rounds`, [
    {
      'one process': median(rates.map(({ alone }) => alone)).toFixed(0),
      'two processes': median(rates.map(({ both }) => both)).toFixed(0),
      'times as many': median(ratios).toFixed(2),
    },
  ]);
}

async function scan(product: Product, connection: number): Promise<void> {
  const productId = `BENCH-${Math.floor(Math.random() * LISTINGS)}`;
  const locationId = 1 + Math.floor(Math.random() * SHELVES);
  await product.call(connection, 'POST', '/api/sfinventory', { productId, locationId, clientScanId: randomUUID() });
}

async function layListings(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`insert into locations (code) select 'BENCH-' || nth from generate_series(1, ${SHELVES}) nth`);
  await client.query(`with added as (insert into products (title) select 'Bench ' || nth from generate_series(1, ${LISTINGS}) nth returning id)
    insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
    select id, 'BENCH-' || row_number() over () - 1, 'X00BENCH' || id, 'B' || lpad(id::text, 9, '0'), 11, 'SELLER_FULFILLED' from added`);
  await client.end();
}
