import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, seconds } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/** A file of 200,000 rows applied to a price list of a million, compared with COPY and merge of the same rows; then the search. */
const ITEMS = Number(process.env.STOWAGE_BENCH_ITEMS ?? 1_000_000);
const ROWS = 200_000;
const ROUNDS = 3;
const WORDS = [
  'Steel',
  'Bamboo',
  'Cotton',
  'Glass',
  'Silicone',
  'Ceramic',
  'Walnut',
  'Copper',
  'Leather',
  'Linen',
  'Marble',
  'Rubber',
  'Kettle',
  'Skillet',
  'Towel',
  'Lantern',
  'Board',
  'Bottle',
  'Mat',
  'Harness',
  'Curtain',
  'Basket',
  'Tray',
  'Black',
  'White',
  'Green',
  'Navy',
  'Sage',
  'Oat',
  'Charcoal',
];
const VENDORS = ['Al', 'Bor', 'Cas', 'Dun', 'Ek', 'Far', 'Gol', 'Hav'].flatMap((start) =>
  ['vik', 'mont', 'dale', 'holm', 'stad'].map((end) => `${start}${end} Trading`),
);
/** The share of new rows in a file; every fifth of the others is unchanged. */
const NEW = 0.05;

const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
await seedItems();

let nextNew = ITEMS;
const table: Record<string, string>[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const copied = await seconds(async () => copyAndMerge(file(round * 2)));
  const rows = file(round * 2 + 1);
  const before = await product.memoryMiB();
  const called = await seconds(async () => void (await product.call(0, 'POST', '/api/pricelists/bulk-update', rows)));
  const staged = file(round * 2 + 2);
  let applied = 0;
  const inParts = await seconds(async () => {
    const id = await stageAndCompare(staged);
    applied = await seconds(async () => void (await product.call(0, 'POST', `/api/pricelists/uploads/${id}/apply`)));
  });
  table.push({
    round: String(round + 1),
    'COPY and merge': `${copied.toFixed(2)} s`,
    'one call': `${called.toFixed(2)} s (${(called / copied).toFixed(2)}x)`,
    'in parts, compared, applied': `${inParts.toFixed(2)} s (${(inParts / copied).toFixed(2)}x)`,
    'of which applied': `${applied.toFixed(2)} s (${(applied / copied).toFixed(2)}x)`,
    memory: `${before.toFixed(0)} to ${(await product.memoryMiB()).toFixed(0)} MiB`,
  });
}
printTable(`${numberText(ROWS)} rows over ${numberText(ITEMS)} items`, table);

const searches: Record<string, string>[] = [];
for (const [what, text] of [
  ['the first page', () => ''],
  ['a UPC', () => upcOf(Math.floor(Math.random() * ITEMS))],
  ['an item code', () => `IC-${Math.floor(Math.random() * ITEMS)}`],
  ['two words of a title', () => `${WORDS[Math.floor(Math.random() * WORDS.length)]} ${Math.floor(Math.random() * ITEMS)}`],
  ['a word of many titles', () => WORDS[Math.floor(Math.random() * WORDS.length)] ?? ''],
  ['a vendor', () => VENDORS[Math.floor(Math.random() * VENDORS.length)] ?? ''],
  ['no match', () => `zyxw${Math.floor(Math.random() * 1000)}`],
] as const) {
  const ask = async (connection: number) => void (await product.call(connection, 'GET', `/api/pricelists?search=${encodeURIComponent(text())}`));
  await measure(2, 1, ask);
  searches.push({ search: what, ...describe(await measure(2, 3, ask)) });
}
printTable(`GET /api/pricelists over ${numberText(ITEMS)} items, 2 connections`, searches);

await bare.end();
await product.stop();
product.remove();

function upcOf(nth: number): string {
  const digits = String(10_000_000_000 + nth * 7);
  return digits + gtinCheckDigit(digits);
}

interface FileRow {
  upc: string;
  MAP: string;
  item_code: string;
  product_title: string;
  cost: string;
}

/** Rows spread over the whole list. Their values depend on the round, so that every file changes the result of the previous one. */
function file(turn: number): FileRow[] {
  const step = Math.floor(ITEMS / ROWS);
  return Array.from({ length: ROWS }, (_, i) => {
    const nth = i < ROWS * NEW ? nextNew++ : (i * step + turn) % ITEMS;
    const price = 10 + (nth % 90) + (i % 5 === 0 ? 0 : turn + 1);
    return { upc: upcOf(nth), MAP: `${price}.99`, item_code: `IC-${nth}`, product_title: titleOf(nth), cost: `${Math.floor(price / 2)}.25` };
  });
}

function titleOf(nth: number): string {
  return `${WORDS[nth % 12]} ${WORDS[12 + ((nth * 7) % 11)]} ${WORDS[23 + ((nth * 13) % 7)]} model ${nth}`;
}

async function stageAndCompare(rows: readonly FileRow[]): Promise<number> {
  const { id } = JSON.parse(await product.call(0, 'POST', '/api/pricelists/uploads', { fileName: 'bench.csv', rowCount: rows.length })) as { id: number };
  for (let from = 0; from < rows.length; from += 5_000) {
    await product.call(0, 'POST', `/api/pricelists/uploads/${id}/rows`, { firstRow: from + 1, rows: rows.slice(from, from + 5_000) });
  }
  await product.call(0, 'POST', `/api/pricelists/uploads/${id}/compare`);
  return id;
}

async function copyAndMerge(rows: readonly FileRow[]): Promise<void> {
  await bare.query('begin');
  await bare.query('create temp table incoming (gtin text, map numeric, item_code text, product_title text, cost numeric) on commit drop');
  const lines = Readable.from(rows.map((row) => `${row.upc.padStart(14, '0')}\t${row.MAP}\t${row.item_code}\t${row.product_title}\t${row.cost}\n`));
  await pipeline(lines, bare.query(copyFrom('copy incoming from stdin')));
  await bare.query(`update price_list_items i set map = n.map, cost = n.cost, item_code = n.item_code, product_title = n.product_title, updated_at = now()
    from incoming n where n.gtin = i.gtin and (i.map, i.cost, i.item_code, i.product_title) is distinct from (n.map, n.cost, n.item_code, n.product_title)`);
  await bare.query(`with added as (
      insert into price_list_items (gtin, map, item_code, product_title, cost, upload_id)
      select gtin, map, item_code, product_title, cost, 0 from incoming n where not exists (select from price_list_items i where i.gtin = n.gtin)
      returning id, gtin, item_code, product_title)
    insert into price_list_words select id, lower(concat(' ', gtin, ' ', item_code, ' ', product_title)) from added`);
  await bare.query('commit');
}

async function seedItems(): Promise<void> {
  const lines = function* () {
    for (let nth = 0; nth < ITEMS; nth++) {
      yield `${upcOf(nth).padStart(14, '0')}\tIC-${nth}\t${titleOf(nth)}\t${VENDORS[nth % VENDORS.length]}\t${10 + (nth % 90)}.99\t${Math.floor((10 + (nth % 90)) / 2)}.25\t0\n`;
    }
  };
  await bare.query('truncate price_list_items, price_list_words, price_list_changes, price_list_uploads');
  // Created after the data in seconds; a million insertions into the index take minutes.
  await bare.query('drop index price_list_words_search');
  await pipeline(
    Readable.from(lines()),
    bare.query(copyFrom('copy price_list_items (gtin, item_code, product_title, vendor, map, cost, upload_id) from stdin')),
  );
  await bare.query("insert into price_list_words select id, lower(concat(' ', gtin, ' ', item_code, ' ', product_title, ' ', vendor)) from price_list_items");
  await bare.query('create index price_list_words_search on price_list_words using gin (words gin_trgm_ops)');
  await bare.query('update price_list_total set items = $1', [ITEMS]);
  await bare.query('vacuum analyze price_list_items, price_list_words');
}
