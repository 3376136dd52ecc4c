import os from 'node:os';
import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, type Round, sideBySide } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';
import { Reference } from '../harness/reference.ts';
import { measureWriteCost, type WriteCost } from '../harness/write-cost.ts';
import { openWarehouse, type Warehouse } from './warehouse.ts';

/**
 * What stations do all day, and the start: scans, receipts, audit scans, moves and pages of the history over HTTP, compared with the
 * fixed reference on the same server.
 */
const ROUNDS = Number(process.env.STOWAGE_BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.STOWAGE_BENCH_SECONDS ?? 4);
const SIZES = (process.env.STOWAGE_BENCH_UNITS ?? '10000,1000000').split(',').map(Number);
const CONNECTIONS = [1, 16, 64];
const COST_OPERATIONS = Number(process.env.STOWAGE_BENCH_COST_OPERATIONS ?? 1_600);

/** The reference's scan writes what each of these must write at least: a row of the ledger. */
const WRITES = [
  ['scan, spread', 'scan'],
  ['scan, one location', 'scanHot'],
  ['receipt of a unit', 'receive'],
  ['audit scan', 'audit'],
  ['move', 'move'],
] as const satisfies readonly (readonly [string, keyof Warehouse])[];
const PAGES = [
  ['history, first page', 'readFirstPage'],
  ['history, last page', 'readLastPage'],
] as const satisfies readonly (readonly [string, keyof Warehouse])[];

// The small demo does not go on by itself, which would be counted with the operations.
const product = new Product({ environment: { STOWAGE_DEMO: 'small' } });
const coldMs = await product.start();
await product.stop();
const warmMs = await product.start();
printTable('Start', [
  {
    cold: `${(coldMs / 1000).toFixed(2)} s (with database, migrations and demo data)`,
    warm: `${(warmMs / 1000).toFixed(2)} s`,
    'memory at rest': `${(await product.memoryMiB()).toFixed(0)} MiB besides the database`,
  },
]);

const { connection: server } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(server);
await bare.connect();
const reference = await Reference.create(server);
const referenceClient = await reference.connect();
await product.finishImports(bare);
// With the simulator's quick quotas, sending the changed quantities uses more of the machine than the scans.
await product.pauseQuantities();
const warehouse = await openWarehouse(product, bare);
const rows = { speed: [] as Record<string, string>[], costs: [] as Record<string, string>[] };
/** Also prints it at once, because a run takes long. */
const add = (table: keyof typeof rows, row: Record<string, string>) => {
  rows[table].push(row);
  console.log(Object.values(row).join(' | '));
};
console.log(`\nThe reference is run by ${reference.driver}. Load ${loadNow()}.`);

for (const size of SIZES) {
  await warehouse.growTo(size);
  for (const connections of CONNECTIONS) await compareSpeed('scan', WRITES, { size, connections });
  for (const connections of CONNECTIONS) await compareCosts(size, connections);
  // Pages are read when the vacuum and the tasks that follow so many writes are done.
  await warehouse.growTo(size);
  for (const connections of CONNECTIONS) await compareSpeed('page', PAGES, { size, connections });
}
printTable('Operations, and the reference of each', rows.speed);
printTable('What an operation writes, between checkpoints', rows.costs);
console.log(`\nMemory after all runs: ${(await product.memoryMiB()).toFixed(0)} MiB besides the database. Load ${loadNow()}.`);

await referenceClient.end();
await bare.end();
await product.stop();
product.remove();

interface Setting {
  readonly size: number;
  readonly connections: number;
}

async function compareSpeed(script: 'scan' | 'page', operations: typeof WRITES | typeof PAGES, { size, connections }: Setting): Promise<void> {
  const calls = operations.map(
    ([, name]) =>
      () =>
        measure(connections, SECONDS, warehouse[name]),
  );
  const [fixed, ...rounds] = await sideBySide(ROUNDS, () => reference.measure(script, connections, SECONDS), ...calls);
  if (fixed === undefined) throw new Error('The reference was not measured');
  const row = (what: string, round: Round) => ({
    ...{ units: numberText(size), connections: String(connections), what },
    ...describe(round),
    'share of reference': (round.perSecond / fixed.perSecond).toFixed(2),
    'p50 to reference': (round.p50Ms / fixed.p50Ms).toFixed(1),
    load: loadNow(),
  });
  add('speed', row(`reference ${script}`, fixed));
  for (const [nth, [what]] of operations.entries()) {
    const round = rounds[nth];
    if (round !== undefined) add('speed', row(what, round));
  }
}

async function compareCosts(size: number, connections: number): Promise<void> {
  const row = (what: string, { walBytes, indexEntries, hotShare }: WriteCost) => ({
    ...{ units: numberText(size), connections: String(connections), what },
    ...{ 'WAL bytes': walBytes.toFixed(0), 'index entries': indexEntries.toFixed(1), 'HOT updates': `${(hotShare * 100).toFixed(0)} %` },
  });
  const each = Math.ceil(COST_OPERATIONS / connections);
  for (const [what, name] of WRITES) {
    const cost = await measureWriteCost(bare, 'stock_movements', async () => {
      await Promise.all(
        Array.from({ length: connections }, async (_, connection) => {
          for (let nth = 0; nth < each; nth++) await warehouse[name](connection);
        }),
      );
      return each * connections;
    });
    add('costs', row(what, cost));
    if (process.env.STOWAGE_BENCH_TABLES !== undefined) console.log(what, cost.tables);
  }
  const fixed = await measureWriteCost(referenceClient, 'lim_history', async () => (await reference.measure('scan', connections, 1)).operations);
  add('costs', { ...row('reference scan', fixed), 'HOT updates': '' });
}

function loadNow(): string {
  return (os.loadavg()[0] ?? Number.NaN).toFixed(0);
}
