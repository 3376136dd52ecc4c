import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { createCpuShare } from './harness/cpu-share.ts';
import { createFolder } from './harness/data-folder.ts';
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

const folder = createFolder();
const postgres = await startEmbeddedPostgres({ folder, purpose: 'serve' });
const postmaster = Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
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
  await seedListings();
  await compare(one, two);
}
for (const product of products) {
  await product.stop();
  product.remove();
}
for (const share of shares) share?.remove();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** One process, two with as many calls in all, and two with as many calls each: the load of more stations. */
async function compare(first: Product, second: Product): Promise<void> {
  const both = (connection: number) => (connection % 2 === 0 ? first : second);
  const variants = [
    { name: 'one process', connections: CONNECTIONS, of: () => first, processes: [first] },
    { name: 'two processes, as many calls', connections: CONNECTIONS, of: both, processes: [first, second] },
    { name: 'two processes, as many calls each', connections: 2 * CONNECTIONS, of: both, processes: [first, second] },
  ];
  const rounds: Use[][] = variants.map(() => []);
  // The first round warms the compiler up.
  for (let nth = -1; nth < ROUNDS; nth++) {
    for (const [which, { connections, of, processes }] of variants.entries()) {
      const before = await readUse(processes);
      const { operations, perSecond } = await measure(connections, SECONDS, (connection) => scan(of(connection), connection));
      const after = await readUse(processes);
      const perScan = (part: keyof Cpu) => (1_000 * (after[part] - before[part])) / operations;
      if (nth >= 0)
        rounds[which]?.push({ perSecond, web: perScan('web'), database: perScan('database'), load: perScan('load'), idle: after.idle - before.idle });
    }
  }
  const [alone] = rounds;
  printTable(
    `Scans with ${CORES_EACH} cores for each web process, medians of ${ROUNDS} rounds`,
    variants.map(({ name, processes }, which) => {
      const own = rounds[which] ?? [];
      const of = (part: keyof Use) => median(own.map((round) => round[part]));
      const aloneUs = median((alone ?? []).map(({ web }) => web));
      return {
        what: name,
        'per second': of('perSecond').toFixed(0),
        'times as many': median(own.map(({ perSecond }, nth) => perSecond / (alone?.[nth]?.perSecond ?? Number.NaN))).toFixed(2),
        'by processor time': ((processes.length * aloneUs) / of('web')).toFixed(2),
        'µs of a web process': of('web').toFixed(0),
        'µs of PostgreSQL': of('database').toFixed(0),
        'µs of the load': of('load').toFixed(0),
        'cores in use besides the web processes': ((of('perSecond') * (of('database') + of('load'))) / 1e6).toFixed(2),
        'idle cores': (of('idle') / (1_000 * SECONDS)).toFixed(2),
      };
    }),
  );
}

interface Cpu {
  readonly web: number;
  readonly database: number;
  readonly load: number;
  readonly idle: number;
}

type Use = Cpu & { readonly perSecond: number };

/** Processor time so far, in milliseconds: of each part, and of nobody. */
async function readUse(processes: readonly Product[]): Promise<Cpu> {
  const { user, system } = process.cpuUsage();
  const web = await Promise.all(processes.map((each) => each.cpuMs()));
  const idle = os.cpus().reduce((sum, { times }) => sum + times.idle, 0);
  return { web: web.reduce((sum, ms) => sum + ms, 0), database: childrenCpuMs(postmaster), load: (user + system) / 1_000, idle };
}

/** Of a process with its children, as PostgreSQL's sessions are. */
function childrenCpuMs(parent: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        return { pid: Number(pid), parent: Number(fields[1]), ms: 10 * (Number(fields[11]) + Number(fields[12])) };
      } catch {
        // It ended.
        return { pid: 0, parent: 0, ms: 0 };
      }
    });
  return stats.filter((each) => each.pid === parent || each.parent === parent).reduce((sum, { ms }) => sum + ms, 0);
}

async function scan(product: Product, connection: number): Promise<void> {
  const productId = `BENCH-${Math.floor(Math.random() * LISTINGS)}`;
  const locationId = 1 + Math.floor(Math.random() * SHELVES);
  await product.call(connection, 'POST', '/api/sfinventory', { productId, locationId, clientScanId: randomUUID() });
}

async function seedListings(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`insert into locations (code) select 'BENCH-' || nth from generate_series(1, ${SHELVES}) nth`);
  await client.query(`with added as (insert into products (title) select 'Bench ' || nth from generate_series(1, ${LISTINGS}) nth returning id)
    insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
    select id, 'BENCH-' || row_number() over () - 1, 'X00BENCH' || id, 'B' || lpad(id::text, 9, '0'), 11, 'SELLER_FULFILLED' from added`);
  await client.end();
}
