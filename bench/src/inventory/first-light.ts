import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, type Round, sideBySide } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';
import { Reference } from '../harness/reference.ts';
import { measureWriteCost, type WriteCost } from '../harness/write-cost.ts';

/** Scans, the history page and the start: the product over HTTP, compared with the fixed reference on the same server. */
const ROUNDS = Number(process.env.STOWAGE_BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.STOWAGE_BENCH_SECONDS ?? 4);
const SIZES = (process.env.STOWAGE_BENCH_UNITS ?? '10000,1000000').split(',').map(Number);
const CONNECTIONS = [1, 16, 64];
const SHELVES = 56;
const HOT_SHELF = 1;
/** The reference's page has 25 rows. */
const PAGE_SIZE = 25;
const COST_SCANS = 1_600;

const product = new Product();
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
const codes = (await bare.query<{ fnsku: string }>('select fnsku from listings order by id limit 2000')).rows.map(({ fnsku }) => fnsku);
const tables = { scans: [] as Record<string, string>[], pages: [] as Record<string, string>[], costs: [] as Record<string, string>[] };
await product.finishImports(bare);
console.log(`\nThe reference is run by ${reference.driver}.`);

for (const size of SIZES) {
  await growTo(size);
  for (const connections of CONNECTIONS) await compareScans(size, connections);
  for (const connections of CONNECTIONS) await compareCosts(size, connections);
  await growTo(size);
  for (const connections of [1, 16]) await comparePages(size, connections);
}
printTable('A unit scanned into a location', tables.scans);
printTable('What a scan writes, between checkpoints', tables.costs);
printTable('A page of the history', tables.pages);
console.log(`\nMemory after all runs: ${(await product.memoryMiB()).toFixed(0)} MiB besides the database`);

await referenceClient.end();
await bare.end();
await product.stop();
product.remove();

async function compareScans(size: number, connections: number): Promise<void> {
  const row = rowOf(size, connections);
  const [spread, fixed, hot] = await sideBySide(
    ROUNDS,
    () => measure(connections, SECONDS, (connection) => scan(connection, anyShelf())),
    () => reference.measure('scan', connections, SECONDS),
    () => measure(connections, SECONDS, (connection) => scan(connection, HOT_SHELF)),
  );
  tables.scans.push(row('product, spread', spread, fixed), row('product, one location', hot, fixed), row('reference', fixed, fixed));
}

async function comparePages(size: number, connections: number): Promise<void> {
  const row = rowOf(size, connections);
  const [first, late, fixed] = await sideBySide(
    ROUNDS,
    () => measure(connections, SECONDS, (connection) => readHistory(0, connection)),
    () => measure(connections, SECONDS, (connection) => readHistory(10_000 / PAGE_SIZE - 1, connection)),
    () => reference.measure('page', connections, SECONDS),
  );
  tables.pages.push(row('product, first page', first, fixed), row('product, last page', late, fixed), row('reference', fixed, fixed));
}

async function compareCosts(size: number, connections: number): Promise<void> {
  const row = (what: string, { walBytes, indexEntries, hotShare }: WriteCost) => ({
    ...{ units: size.toLocaleString('en'), connections: String(connections), what },
    ...{ 'WAL bytes': walBytes.toFixed(0), 'index entries': indexEntries.toFixed(1), 'HOT updates': `${(hotShare * 100).toFixed(0)} %` },
  });
  const cost = await measureWriteCost(bare, 'stock_movements', async () => {
    const each = Math.ceil(COST_SCANS / connections);
    await Promise.all(Array.from({ length: connections }, (_, connection) => scanRepeatedly(connection, each)));
    return each * connections;
  });
  tables.costs.push(row('product', cost));
  if (process.env.STOWAGE_BENCH_TABLES !== undefined) console.log(cost.tables);
  const fixed = await measureWriteCost(referenceClient, 'lim_history', async () => (await reference.measure('scan', connections, 1)).operations);
  tables.costs.push({ ...row('reference', fixed), 'HOT updates': '' });
}

function rowOf(size: number, connections: number) {
  return (what: string, round: Round, fixed: Round): Record<string, string> => ({
    ...{ units: size.toLocaleString('en'), connections: String(connections), what },
    ...describe(round),
    'share of reference': (round.perSecond / fixed.perSecond).toFixed(2),
    'p50 to reference': (round.p50Ms / fixed.p50Ms).toFixed(1),
  });
}

function anyShelf(): number {
  return 1 + Math.floor(Math.random() * SHELVES);
}

async function scan(connection: number, locationId: number): Promise<void> {
  const productId = codes[Math.floor(Math.random() * codes.length)];
  await product.call(connection, 'POST', '/api/sfinventory', { productId, locationId, clientScanId: randomUUID() });
}

async function scanRepeatedly(connection: number, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) await scan(connection, anyShelf());
}

async function readHistory(page: number, connection: number): Promise<void> {
  await product.call(connection, 'GET', `/api/inventory/history?page=${page}&size=${PAGE_SIZE}`);
}

/** Creates units with the movements and counts that the ledger would have. */
async function growTo(size: number): Promise<void> {
  await bare.query(
    `with missing as (select greatest(0, $1 - (select count(*) from units)) as count), added as (
       insert into units (listing_id, identifier, location_id, status, source)
       select l.id, l.fnsku, 1 + floor(random() * 56), 'AVAILABLE', 'SCAN'
       from generate_series(1, (select count from missing)) as nth join listings l on l.id = 1 + nth % 5000
       returning id, listing_id, location_id
     ), moved as (
       insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
       select id, listing_id, 'ADD', 1, location_id, 'AVAILABLE', 1, gen_random_uuid()::text from added
     ), totalled as (
       insert into location_counts (location_id, on_hand) select location_id, count(*) from added group by 1
       on conflict (location_id) do update set on_hand = location_counts.on_hand + excluded.on_hand
     ), listed as (
       update listing_counts c set on_hand = c.on_hand + a.count from (select listing_id, count(*) as count from added group by 1) a where a.listing_id = c.listing_id
     )
     insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from added group by 1, 2
     on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + excluded.on_hand`,
    [size],
  );
  for (const table of ['units', 'stock_movements', 'stock_counts', 'listing_counts', 'location_counts']) await bare.query(`vacuum analyze ${table}`);
}
