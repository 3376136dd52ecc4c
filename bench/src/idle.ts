import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { printTable } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** The processor time of the idle product with its database, and what uses it. */
const SECONDS = Number(process.env.STOWAGE_BENCH_SECONDS ?? 180);
const TICK_MS = 10;
const SAMPLE_MS = 500;

// The demo goes on by itself, so it is never idle.
const product = new Product({ environment: { STOWAGE_DEMO: 'off' } });
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const client = new pg.Client(connection);
await client.connect();
await product.finishImports(client);
await client.query('create extension if not exists pg_stat_statements');
await client.query('select pg_stat_statements_reset()');
await client.end();

const postmaster = Number(readFileSync(`${product.folder}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);
const first = readTree();
// A process that ends takes its count with it: the last one seen is used.
const last = new Map(first);
for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; ) {
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  for (const [pid, used] of readTree()) last.set(pid, used);
}
const names = new Map<string, number>();
for (const [pid, { name, ms }] of last) names.set(name, (names.get(name) ?? 0) + ms - (first.get(pid)?.ms ?? 0));
const share = (ms: number) => `${(ms / SECONDS / 10).toFixed(2)} %`;
const rows = [...names].filter(([, ms]) => ms > 0).sort(([, one], [, other]) => other - one);
printTable(`Share of one core over ${SECONDS} s`, [
  { process: 'all', share: share(rows.reduce((sum, [, ms]) => sum + ms, 0)) },
  ...rows.map(([process, ms]) => ({ process, share: share(ms) })),
]);

const after = new pg.Client(connection);
await after.connect();
const { rows: statements } = await after.query<{ calls: string; ms: number; query: string }>(
  `select calls, total_exec_time as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as query
   from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 15`,
);
await after.end();
printTable(
  'Statements',
  statements.map(({ calls, ms, query }) => ({ calls, 'ms per second': (ms / SECONDS).toFixed(2), query })),
);
await product.stop();
product.remove();

interface Used {
  readonly name: string;
  readonly ms: number;
}

/** The processes of the product and of its database server, with their processor time. */
function readTree(): Map<number, Used> {
  const stats = readdirSync('/proc').flatMap((pid) => readStat(Number(pid)) ?? []);
  const roots = new Set([product.pid, postmaster]);
  const isOwn = (pid: number): boolean => {
    const parent = stats.find((stat) => stat.pid === pid)?.parent ?? 0;
    return roots.has(pid) || (parent > 1 && isOwn(parent));
  };
  return new Map(stats.filter(({ pid }) => isOwn(pid)).map(({ pid, name, ms }) => [pid, { name, ms }]));
}

function readStat(pid: number) {
  if (!Number.isInteger(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    const name = title.startsWith('postgres:') ? title.replace(/\(\d+\)|\[local\]|127\.0\.0\.1/g, '').trim() : (title.split('/').at(-1) ?? title);
    return { pid, parent: Number(fields[1]), name, ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined;
  }
}
