import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, seconds } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/**
 * A file of 200,000 order lines, compared with COPY and merge of the same rows; then receiving from one packing list at two
 * stations, and the lists with 200,000 orders.
 */
const ROWS = 200_000;
const LINES_PER_ORDER = 100;
const ORDERS = Number(process.env.STOWAGE_BENCH_ORDERS ?? 200_000);
const ROUNDS = 3;
const PART = 5_000;
const SCANS = 2_000;
const STATIONS = 2;

const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();

const uploads: Record<string, string>[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const copied = await seconds(() => copyAndMerge(file(`C${round}`)));
  const rows = file(`A${round}`);
  const before = await product.memoryMiB();
  const called = await seconds(() => uploadAtOnce(rows));
  const parts = file(`B${round}`);
  const inParts = await seconds(() => uploadInParts(parts));
  uploads.push({
    round: String(round + 1),
    'COPY and merge': `${copied.toFixed(2)} s`,
    'one call': `${called.toFixed(2)} s (${(called / copied).toFixed(2)}x)`,
    'in parts, as the page does': `${inParts.toFixed(2)} s (${(inParts / copied).toFixed(2)}x)`,
    memory: `${before.toFixed(0)} to ${(await product.memoryMiB()).toFixed(0)} MiB`,
  });
}
printTable(`${numberText(ROWS)} lines of ${numberText(ROWS / LINES_PER_ORDER)} orders`, uploads);

await seedOrders();
const codes = (await bare.query<{ gtin: string }>('select g.gtin14 as gtin from product_gtins g order by g.product_id limit 50')).rows.map(({ gtin }) => gtin);
printTable(`${numberText(SCANS)} scans by ${STATIONS} stations, each answered before the next`, [
  { what: 'into a location, for comparison', ...(await scanAll('/api/sfinventory', { locationId: 'RECEIVING' }, 'ok')) },
  { what: 'against one packing list', ...(await scanAll('/api/receiveinventory/scan', { packingListId: await seedList(), poNumber: 'RECEIVED' }, '1')) },
]);

const lists: Record<string, string>[] = [];
for (const [what, call] of [
  ['POST /api/pos/polist, 500 orders', (at: number) => product.call(at, 'POST', '/api/pos/polist')],
  ['POST /api/pos/summary, 500 orders', (at: number) => product.call(at, 'POST', '/api/pos/summary')],
  ['GET /api/purchase-orders, first page', (at: number) => product.call(at, 'GET', '/api/purchase-orders')],
  ['GET /api/purchase-orders, page 1,000', (at: number) => product.call(at, 'GET', '/api/purchase-orders?page=999')],
  ['GET /api/purchase-orders, open units', (at: number) => product.call(at, 'GET', '/api/purchase-orders?show=open')],
  [
    'GET /api/purchase-orders, a PO number',
    (at: number) => product.call(at, 'GET', `/api/purchase-orders?search=seed-${100_000 + Math.floor(Math.random() * 50_000)}`),
  ],
  ['GET /api/purchase-orders, a vendor', (at: number) => product.call(at, 'GET', `/api/purchase-orders?search=vendor%20${Math.floor(Math.random() * 40)}`)],
  ['POST /api/receiveinventory/getponumbers', (at: number) => product.call(at, 'POST', '/api/receiveinventory/getponumbers', {})],
] as const) {
  await measure(2, 1, async (at) => void (await call(at)));
  lists.push({ what, ...describe(await measure(2, 3, async (at) => void (await call(at)))) });
}
printTable(`Lists at ${numberText(ORDERS)} orders, 2 connections`, lists);

await bare.end();
await product.stop();
product.remove();

interface FileRow {
  readonly po_number: string;
  readonly vendor: string;
  readonly gtin: string;
  readonly supplier_sku: string;
  readonly product_name: string;
  readonly ordered: string;
  readonly unit_cost: string;
  readonly expected_on: string;
}

function gtinOf(nth: number): string {
  const digits = String(10_000_000_000 + nth * 7);
  return digits + gtinCheckDigit(digits);
}

function file(turn: string): FileRow[] {
  return Array.from({ length: ROWS }, (_, nth) => {
    const order = Math.floor(nth / LINES_PER_ORDER);
    return {
      po_number: `${turn}-${order}`,
      vendor: `Vendor ${order % 40}`,
      gtin: gtinOf(nth),
      supplier_sku: `SKU-${nth}`,
      product_name: `Bamboo cutting board, large, model ${nth}`,
      ordered: String(1 + (nth % 90)),
      unit_cost: `${1 + (nth % 40)}.25`,
      expected_on: '2026-12-01',
    };
  });
}

async function uploadAtOnce(rows: readonly FileRow[]): Promise<void> {
  await product.call(0, 'POST', '/api/uploadpos', { data: rows, fileName: 'bench.csv' });
}

async function uploadInParts(rows: readonly FileRow[]): Promise<void> {
  const { id } = JSON.parse(await product.call(0, 'POST', '/api/purchase-orders/uploads', { fileName: 'bench.csv', rowCount: rows.length })) as { id: number };
  for (let from = 0; from < rows.length; from += PART) {
    await product.call(0, 'POST', `/api/purchase-orders/uploads/${id}/rows`, { firstRow: from + 1, rows: rows.slice(from, from + PART) });
  }
  await product.call(0, 'POST', `/api/purchase-orders/uploads/${id}/apply`, {});
}

async function copyAndMerge(rows: readonly FileRow[]): Promise<void> {
  await bare.query('begin');
  await bare.query(`create temp table incoming (nth serial, po_number text, vendor text, gtin text, supplier_sku text, product_name text, ordered int,
    unit_cost numeric, expected_on date) on commit drop`);
  const lines = Readable.from(
    rows.map(
      (row) =>
        `${row.po_number}\t${row.vendor}\t00${row.gtin}\t${row.supplier_sku}\t${row.product_name}\t${row.ordered}\t${row.unit_cost}\t${row.expected_on}\n`,
    ),
  );
  await pipeline(
    lines,
    bare.query(copyFrom('copy incoming (po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on) from stdin')),
  );
  await bare.query('analyze incoming');
  await bare.query(`insert into purchase_orders (po_number, vendor, upload_id, created_by)
    select po_number, min(vendor), 0, 1 from incoming group by po_number order by min(nth)`);
  await bare.query(`insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on)
    select p.id, i.nth, i.gtin, i.supplier_sku, i.product_name, i.ordered, i.unit_cost, i.expected_on
    from incoming i join purchase_orders p on upper(p.po_number) = upper(i.po_number) order by i.nth`);
  await bare.query('commit');
}

/** Orders of two lines each: half have a packing list, a third are received. */
async function seedOrders(): Promise<void> {
  await bare.query(
    `insert into purchase_orders (po_number, vendor, upload_id, created_by) select 'SEED-' || nth, 'Vendor ' || nth % 40, 0, 1 from generate_series(1, $1::bigint) nth`,
    [ORDERS],
  );
  await bare.query(`insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered)
    select p.id, line, lpad((p.id * 10 + line)::text, 14, '0'), 'SKU-' || line, 'Seeded', 10 from purchase_orders p, generate_series(1, 2) line where p.po_number like 'SEED-%'`);
  await bare.query(`insert into packing_lists (purchase_order_id, number, label, shipment_id, created_by)
    select id, 1, 'Packing List 1', '1', 1 from purchase_orders where po_number like 'SEED-%' and id % 2 = 0`);
  await bare.query(`insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity)
    select l.id, n.id, 10 from packing_lists l join purchase_order_lines n on n.purchase_order_id = l.purchase_order_id`);
  await bare.query('update packing_list_lines set received = quantity where packing_list_id % 3 = 0');
  for (const table of ['purchase_orders', 'purchase_order_lines', 'packing_lists', 'packing_list_lines']) await bare.query(`vacuum analyze ${table}`);
}

/** An order of fifty products on one packing list. @returns the ID of the list */
async function seedList(): Promise<number> {
  const data = codes.map((gtin, nth) => ({ po_number: 'RECEIVED', gtin, supplier_sku: `R-${nth}`, product_name: `Received ${nth}`, ordered: 100 }));
  await product.call(0, 'POST', '/api/uploadpos', { data, fileName: 'received.csv' });
  const lines = JSON.parse(await product.call(0, 'POST', '/api/receiveinventory/getpodata', { poNumber: 'RECEIVED' })) as { id: number }[];
  const packingList = Object.fromEntries(lines.map(({ id }) => [id, 40]));
  await product.call(0, 'POST', '/api/receiveinventory/createnewpackinglist', { poNumber: 'RECEIVED', packingList });
  const [list] = JSON.parse(await product.call(0, 'POST', '/api/receiveinventory/packinglistfrompo', { poNumber: 'RECEIVED' })) as { value: number }[];
  return list?.value ?? 0;
}

/** Scans, with the latency of each. */
async function scanAll(path: string, where: object, expected: string): Promise<Record<string, string>> {
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: STATIONS }, async (_, station) => {
      for (let nth = 0; nth < SCANS / STATIONS; nth++) {
        const before = performance.now();
        const answer = await product.call(station, 'POST', path, {
          productId: codes[nth % codes.length],
          clientScanId: `bench-${path}-${station}-${nth}`,
          ...where,
        });
        if (answer !== expected) throw new Error(`A scan returned ${answer}`);
        latencies.push(performance.now() - before);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => `${(latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN).toFixed(2)} ms`;
  return { 'per second': numberText(Math.round(SCANS / elapsed)), p50: at(0.5), p95: at(0.95), worst: at(1) };
}
