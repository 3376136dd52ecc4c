import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** The global search with a million records of each kind, compared with the smallest call. */
const RECORDS = Number(process.env.STOWAGE_BENCH_RECORDS ?? 1_000_000);
const LOCATIONS = RECORDS / 10;
const SECONDS = 5;
const CONNECTIONS = 2;
const BATCH = 200_000;
const STATEMENTS = [
  `insert into products (title, vendor, item_code)
   select initcap(pg_temp.word(n * 7919 % 15625)) || ' ' || pg_temp.word(n * 104729 % 3000) || ' ' || pg_temp.word(n * 31 % 400) || ' '
     || pg_temp.word(n * 17 % 60) || case n % 3 when 0 then ' assorted ' else ' ' end || n % 90 || ' pack M' || n, 'Vendor ' || n % 400, 'IC' || n
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
   select id, 'S-' || lpad(id::text, 7, '0'), 'X0S' || lpad(id::text, 7, '0'), 'B0S' || lpad(id::text, 7, '0'), 11, 'SELLER_FULFILLED'
   from products where id between $1::bigint and $2::bigint`,
  `insert into units (listing_id, identifier, location_id, status, source)
   select id, fnsku, 1 + id % 56, 'AVAILABLE', 'SCAN' from listings where id between $1::bigint and $2::bigint`,
  `insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
   select 'RO' || n, now(), 'S-' || lpad(n::text, 7, '0'), 'X0S' || lpad(n::text, 7, '0'), 'Unsellable', '1Z5R893903' || lpad(n::text, 8, '0'),
     array['1Z5R893903' || lpad(n::text, 8, '0')], 'UPS', 3, 'Return'
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into customer_returns (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
   select now(), '112-' || n, 'S-' || n, 'B0S' || n, 'X0S' || n, 'LPNS' || lpad(n::text, 7, '0'), 1, 'SELLABLE', 'DEFECTIVE', '', ''
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into return_grades (removal_shipment_id, disposition_id, quantity) select n, 9, 1 from generate_series($1::bigint, $2::bigint) as n`,
  `insert into return_cases (grade_id, quantity, order_id, seller_sku, fnsku, item_name, marketplace_disposition, tracking_number, shipped_quantity, graded_count,
     lpn, marketplace_id, clock_starts_on, opens_on, due_on, created_at, updated_at)
   select g.id, 1, 'RO' || g.id, 'S-' || lpad(g.id::text, 7, '0'), 'X0S' || lpad(g.id::text, 7, '0'), 'Measured', 'Unsellable',
     '1Z5R893903' || lpad(g.id::text, 8, '0'), 3, 1, 'LPNS' || lpad(g.id::text, 7, '0'), 'ATVPDKIKX0DER', now(), now(), now(), now(), now()
   from return_grades g where g.id between $1::bigint and $2::bigint`,
  `insert into purchase_orders (po_number, vendor, upload_id, created_by)
   select 'PO-' || lpad(n::text, 7, '0'), 'Vendor ' || n % 400, 0, 1 from generate_series($1::bigint, $2::bigint) as n`,
  `insert into packing_lists (purchase_order_id, number, label, shipment_id, tracking_number, created_by)
   select id, 1, po_number || ' 1', 'SHIP-' || id, '9400' || lpad(id::text, 18, '0'), 1 from purchase_orders where id between $1::bigint and $2::bigint`,
  `insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
   select '112-' || lpad((n % 10000000)::text, 7, '0') || '-' || lpad((n * 7919 % 10000000)::text, 7, '0'), 'SHIPPED', now(), now(), false, false, false, false, false
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into vendor_invoices (number, vendor, invoiced_on, total, created_by)
   select 'INV-' || n, 'Vendor ' || n % 400, now(), 10, 1 from generate_series($1::bigint, $2::bigint) as n`,
  `insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place)
   select 'report ' || pg_temp.word(n * 7919 % 15625) || ' ' || n || '.csv', 'OTHER', 'documents.read', 'PURCHASE_ORDER', n::text, 'PO-' || lpad(n::text, 7, '0'), 'Vendor ' || n % 400,
     'text/csv', 3, sha256(n::text::bytea), 'OWN', 'x'
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into job_runs (kind, key, state, finished_at)
   select 'import-orders', 'bench-' || n, 'DONE', now() from generate_series($1::bigint, $2::bigint) as n where n % 20 = 0`,
];

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
await withoutInvertedIndexes(seed);

const nth = () => 1 + Math.floor(Math.random() * RECORDS);
const padded = (digits: number) => String(nth()).padStart(digits, '0');
const titles = (await bare.query<{ title: string }>('select title from products where id = any($1::bigint[])', [Array.from({ length: 2_000 }, nth)])).rows;
const wordsOf = () => (titles[Math.floor(Math.random() * titles.length)]?.title ?? '').toLowerCase().split(' ');
/** Swaps two letters of a word. */
const mistyped = (word = '') => {
  const at = 1 + Math.floor(Math.random() * (word.length - 2));
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
};

const QUESTIONS: readonly (readonly [string, () => string])[] = [
  ['an FNSKU', () => `X0S${padded(7)}`],
  ['the beginning of a seller SKU', () => `S-${padded(7).slice(0, 5)}`],
  ['two words of a title', () => wordsOf().slice(0, 2).join(' ')],
  [
    'beginnings of two words',
    () =>
      wordsOf()
        .slice(0, 2)
        .map((word) => word.slice(0, 4))
        .join(' '),
  ],
  ['a word with a typo', () => mistyped(wordsOf()[0])],
  ['two words, one with a typo', () => `${mistyped(wordsOf()[1])} ${wordsOf()[3]}`],
  ['a word in every third title', () => 'assorted'],
  ['three letters', () => (wordsOf()[0] ?? '').slice(0, 3)],
  ['a tracking number', () => `1Z5R893903${padded(8)}`],
  ['an LPN', () => `LPNS${padded(7)}`],
  ['the beginning of a tracking number', () => `1z5r893903${padded(8).slice(0, 5)}`],
  ['a PO number', () => `PO-${padded(7)}`],
  ['the beginning of an order number', () => `112-${padded(7).slice(0, 5)}`],
  ['an invoice number', () => `INV-${nth()}`],
  ['the last digits of a number', () => padded(7).slice(-4)],
  ['the end of a PO number', () => `po:${padded(7).slice(-5)}`],
  ['a document', () => `report ${nth()}`],
  ['a vendor', () => `Vendor ${nth() % 400}`],
  ['a location', () => `L${Math.floor(nth() / 10)}`],
  ['an unknown code', () => `ZQ${padded(9)}`],
];

const rows: Record<string, string>[] = [
  {
    what: 'HTTP only (health)',
    ...describe(await measure(CONNECTIONS, SECONDS, async (at) => void (await product.call(at, 'GET', '/api/health/live')))),
    late: '',
  },
];
for (const [what, question] of QUESTIONS) {
  const late = new Map<string, number>();
  const ask = async (at: number) => {
    const answer = JSON.parse(await product.call(at, 'GET', `/api/search?q=${encodeURIComponent(question())}`)) as { late: string[] };
    for (const kind of answer.late) late.set(kind, (late.get(kind) ?? 0) + 1);
  };
  await measure(CONNECTIONS, 1, ask);
  late.clear();
  rows.push({ what, ...describe(await measure(CONNECTIONS, SECONDS, ask)), late: [...late].map(([kind, times]) => `${kind} ${times}`).join(', ') || 'none' });
}
printTable(`${numberText(RECORDS)} records of each kind, ${CONNECTIONS} connections`, rows);

await bare.end();
await product.stop();
product.remove();

/** Disabled while the data is created, which is ten times as fast; the measurement is the same. */
async function withoutInvertedIndexes(work: () => Promise<void>): Promise<void> {
  const indexes = await bare.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where indexname in ('products_title_words', 'return_cases_words', 'purchase_orders_search', 'documents_words', 'removal_shipments_tracking_numbers', 'vendor_invoices_search')`,
  );
  for (const { name } of indexes.rows) await bare.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes.rows) await bare.query(definition);
  for (const table of [
    'products',
    'title_words',
    'listings',
    'listing_counts',
    'locations',
    'units',
    'removal_shipments',
    'customer_returns',
    'return_grades',
    'return_cases',
  ])
    await bare.query(`vacuum analyze ${table}`);
  for (const table of ['purchase_orders', 'packing_lists', 'orders', 'vendor_invoices', 'documents', 'job_runs']) await bare.query(`vacuum analyze ${table}`);
}

async function seed(): Promise<void> {
  // About 26,000 words of two or three syllables, with a natural frequency distribution.
  await bare.query(`
    create function pg_temp.word(n bigint) returns text language sql immutable as $$
      select string_agg((array['ba','ce','di','fo','gu','ka','le','mi','no','pu','ra','se','ti','vo','zu','bri','cla','dro','fle','gri','kno','pla','que','sta','tro'])
        [1 + (n / (25 ^ i)::bigint) % 25], '') from generate_series(0, 2) as i $$`);
  await bare.query(`insert into locations (code, name) select 'L' || n, 'Bay ' || n from generate_series(1, $1::bigint) as n`, [LOCATIONS]);
  for (let first = 1; first <= RECORDS; first += BATCH) {
    const range = [first, Math.min(first + BATCH - 1, RECORDS)];
    for (const statement of STATEMENTS) await bare.query(statement, range);
    console.log(`seeded ${numberText(range[1] ?? 0)}`);
  }
}
