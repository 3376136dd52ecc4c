import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { findMatches } from '../../server/src/features/catalog/code-match.read-model.ts';
import { addUnit } from '../../server/src/features/inventory/ledger/stock-ledger.repository.ts';
import { listHistory } from '../../server/src/features/inventory/scan/history.read-model.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, sideBySide } from './harness/measure.ts';
import { Product } from './harness/product.ts';
import { recordStatement } from './harness/record-statement.ts';

/** Scans, the history page and the start: the product over HTTP, compared with the same SQL sent by a bare driver. */
const ROUNDS = 3;
const SECONDS = 4;
const SIZES = [10_000, 1_000_000];

const product = new Product();
const coldMs = await product.start();
await product.stop();
const warmMs = await product.start();
const restMiB = await product.memoryMiB();
printTable('Start', [
  {
    cold: `${(coldMs / 1000).toFixed(2)} s (with database, migrations and demo data)`,
    warm: `${(warmMs / 1000).toFixed(2)} s`,
    'memory at rest': `${restMiB.toFixed(0)} MiB besides the database`,
  },
]);

const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Pool({ ...connection, max: 16 });
const statements = {
  findMatches: await recordStatement((db) => findMatches(db, 'X000000001')),
  addUnit: await recordStatement((db) => addUnit(db, { listingId: 2, identifier: 'X', location: { id: 1 }, source: 'SCAN', actorId: 1, clientScanId: 'scan' })),
  listHistory: await recordStatement((db) => listHistory(db, { offset: 0, limit: 10 })),
};
const codes = (await bare.query<{ fnsku: string; id: number }>('select fnsku, id from listings order by id limit 2000')).rows;
const scans: Record<string, string>[] = [];
const pages: Record<string, string>[] = [];

for (const size of SIZES) {
  await growTo(size);
  for (const connections of [1, 16]) {
    const [http, limit] = await sideBySide(
      ROUNDS,
      () => measure(connections, SECONDS, scanOverHttp),
      () => measure(connections, SECONDS, scanBare),
    );
    const units = size.toLocaleString('en');
    scans.push({
      units,
      connections: String(connections),
      what: 'product, HTTP',
      ...describe(http),
      'share of bare SQL': (http.perSecond / limit.perSecond).toFixed(2),
    });
    scans.push({ units, connections: String(connections), what: 'the same SQL, bare driver', ...describe(limit), 'share of bare SQL': '1' });
  }
  await growTo(size);
  for (const [name, page] of [
    ['first', 0],
    ['page 1,000', 999],
  ] as const) {
    const [http, limit] = await sideBySide(
      ROUNDS,
      () => measure(16, SECONDS, (connection) => historyOverHttp(page, connection)),
      () => measure(16, SECONDS, () => historyBare(page)),
    );
    const units = size.toLocaleString('en');
    pages.push({ units, page: name, what: 'product, HTTP', ...describe(http), 'share of bare SQL': (http.perSecond / limit.perSecond).toFixed(2) });
    pages.push({ units, page: name, what: 'the same SQL, bare driver', ...describe(limit), 'share of bare SQL': '1' });
  }
}
printTable('A unit scanned into a location', scans);
printTable('A page of the history, 16 connections', pages);
console.log(`\nMemory after all runs: ${(await product.memoryMiB()).toFixed(0)} MiB besides the database`);

await bare.end();
await product.stop();
product.remove();

function pick() {
  const code = codes[Math.floor(Math.random() * codes.length)];
  if (code === undefined) throw new Error('The catalog has no listings');
  return { ...code, location: 1 + Math.floor(Math.random() * 56), clientScanId: randomUUID() };
}

async function scanOverHttp(connection: number): Promise<void> {
  const { fnsku, location, clientScanId } = pick();
  await product.call(connection, 'POST', '/api/sfinventory', { productId: fnsku, locationId: location, clientScanId });
}

/** The database work of a scan: find the code, then write the unit, its movement and its count. */
async function scanBare(): Promise<void> {
  const { fnsku, id, location, clientScanId } = pick();
  await bare.query({ ...statements.findMatches, values: [fnsku, null, 20] });
  await bare.query({ ...statements.addUnit, values: [location, null, id, fnsku, 'SCAN', null, 1, clientScanId, null] });
}

async function historyOverHttp(page: number, connection: number): Promise<void> {
  await product.call(connection, 'GET', `/api/inventory/history?page=${page}&size=10`);
}

async function historyBare(page: number): Promise<void> {
  await bare.query({ ...statements.listHistory, values: [10, page * 10] });
}

/** Creates units with the movements and counts that the ledger would have. */
async function growTo(size: number): Promise<void> {
  await bare.query(
    `with missing as (select greatest(0, $1 - (select count(*) from units)) as count), added as (
       insert into units (listing_id, identifier, location_id, status, source)
       select l.id, l.fnsku, 1 + nth % 56, 'AVAILABLE', 'SCAN'
       from generate_series(1, (select count from missing)) as nth join listings l on l.id = 1 + nth % 5000
       returning id, listing_id, location_id
     ), moved as (
       insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
       select id, listing_id, 'ADD', 1, location_id, 'AVAILABLE', 1, gen_random_uuid()::text from added
     ), totalled as (
       insert into location_counts (location_id, on_hand) select location_id, count(*) from added group by 1
       on conflict (location_id) do update set on_hand = location_counts.on_hand + excluded.on_hand
     )
     insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from added group by 1, 2
     on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + excluded.on_hand`,
    [size],
  );
  await bare.query('vacuum analyze units');
  await bare.query('vacuum analyze stock_movements');
  await bare.query('vacuum analyze stock_counts');
}
