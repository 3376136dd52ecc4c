import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** A product's page and the list of documents with a million records each, compared with the smallest call. */
const RECORDS = Number(process.env.STOWAGE_BENCH_RECORDS ?? 1_000_000);
const SECONDS = 4;
const CONNECTIONS = 2;
const BATCH = 200_000;
/** Every tenth movement, order and line is the busy product's. */
const STATEMENTS = [
  `insert into products (title, vendor, item_code) select 'Measured product ' || n, 'Vendor ' || n % 400, 'IC' || n from generate_series($1::bigint, $2::bigint) as n`,
  `insert into product_gtins (gtin14, product_id) select lpad(id::text, 14, '0'), id from products where id between $1::bigint and $2::bigint`,
  `insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
   select id, 'S-' || lpad(id::text, 7, '0'), 'X0S' || lpad(id::text, 7, '0'), 'B0S' || lpad(id::text, 7, '0'), 11, 'SELLER_FULFILLED'
   from products where id between $1::bigint and $2::bigint`,
  `insert into units (listing_id, identifier, location_id, status, source)
   select case when n % 10 = 0 then 1 else n end, 'X0S', 1 + n % 56, 'AVAILABLE', 'SCAN' from generate_series($1::bigint, $2::bigint) as n`,
  `insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id)
   select id, listing_id, 'ADD', 1, location_id, status, 1 from units where id between $1::bigint and $2::bigint`,
  `insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
   select 'O' || n, 'SHIPPED', now(), now(), false, false, false, false, false from generate_series($1::bigint, $2::bigint) as n`,
  `insert into order_items (order_id, item_id, seller_sku, quantity, shipped, ordered_at, is_open) select 'O' || n, '1', 'S-0000001', 1, 1, now(), false from generate_series($1::bigint, $2::bigint) as n`,
  `insert into order_allocations (order_id, item_id, nth, listing_id, state)
   select 'O' || n, '1', 1, case when n % 10 = 0 then 1 else n end, 'CLOSED' from generate_series($1::bigint, $2::bigint) as n`,
  `insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, filed_at)
   select 'report ' || n || case n % 3 when 0 then ' assorted' else '' end || '.csv',
     case n % 10 when 0 then 'MARKETPLACE_REPORT' when 1 then 'PO_CSV' else 'EXPORT' end, case n % 2 when 0 then 'jobs.manage' else 'stock.read' end,
     'PRODUCT', (n % 1000)::text, 'Measured product ' || n % 1000, 'Vendor ' || n % 400, 'text/csv', 1000, sha256(n::text::bytea), 'OWN', n::text, now()
   from generate_series($1::bigint, $2::bigint) as n`,
];

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
// Disabled while the data is created, which is ten times as fast; the measurement is the same.
const { rows: inverted } = await bare.query<{ name: string; definition: string }>(
  "select indexname as name, indexdef as definition from pg_indexes where indexname in ('documents_words', 'products_title_words')",
);
for (const { name } of inverted) await bare.query(`drop index ${name}`);
for (let first = 1; first <= RECORDS; first += BATCH) {
  const range = [first, Math.min(first + BATCH - 1, RECORDS)];
  for (const statement of STATEMENTS) await bare.query(statement, range);
  console.log(`seeded ${numberText(range[1] ?? 0)}`);
}
// A vendor with few documents, and none deleted recently.
await bare.query(`update documents set vendor = 'Rare' where id in (7, $1::bigint / 2)`, [RECORDS]);
await bare.query('update documents set deleted_at = now() where id in (9, 11)');
for (const { definition } of inverted) await bare.query(definition);
await bare.query(`insert into stock_counts (location_id, listing_id, on_hand)
  select location_id, listing_id, count(*) from units group by 1, 2 on conflict (location_id, listing_id) do update set on_hand = excluded.on_hand`);
for (const table of ['products', 'listings', 'units', 'stock_movements', 'stock_counts', 'orders', 'order_allocations', 'documents'])
  await bare.query(`vacuum analyze ${table}`);

const nth = () => 1 + Math.floor(Math.random() * RECORDS);
const CALLS: readonly (readonly [string, () => string])[] = [
  ['HTTP only (health)', () => '/api/health/live'],
  ['a product', () => `/api/products/${nth()}`],
  ['the busy product', () => '/api/products/1'],
  ['its stock by location', () => '/api/products/1/stock'],
  ['its newest movements', () => '/api/products/1/movements'],
  ['its movements, late', () => `/api/products/1/movements?before=${nth()}`],
  ['its newest orders', () => '/api/products/1/orders'],
  ['its orders, late', () => `/api/products/1/orders?before=${nth()}`],
  ['the newest documents', () => '/api/documents'],
  ['documents, late', () => `/api/documents?before=${nth()}`],
  ['documents of a type', () => '/api/documents?type=PO_CSV'],
  ['documents of a record', () => `/api/documents?link_kind=PRODUCT&link_id=${nth() % 1000}`],
  ['documents of a vendor', () => `/api/documents?vendor=Vendor%20${nth() % 400}`],
  ['documents of a rare vendor', () => '/api/documents?vendor=Rare'],
  ['of a vendor and a type', () => `/api/documents?type=PO_CSV&vendor=Vendor%20${nth() % 400}`],
  ['of a rare vendor and a type', () => '/api/documents?type=MARKETPLACE_REPORT&vendor=Rare'],
  ['a word in every third document, of a vendor', () => `/api/documents?search=assorted&vendor=Vendor%20${nth() % 400}`],
  ['the same of a rare vendor', () => '/api/documents?search=assorted&vendor=Rare'],
  ['deleted documents', () => '/api/documents?deleted=true'],
  ['a document by its number in the name', () => `/api/documents?search=${nth()}`],
  ['a word in every third document', () => '/api/documents?search=assorted'],
  ['an unknown word', () => '/api/documents?search=zzyzx'],
];
const rows: Record<string, string>[] = [];
for (const [what, address] of CALLS) {
  const ask = async (at: number) => void (await product.call(at, 'GET', address()));
  await measure(CONNECTIONS, 1, ask);
  rows.push({ what, ...describe(await measure(CONNECTIONS, SECONDS, ask)) });
}
printTable(`${numberText(RECORDS)} records of each kind, ${CONNECTIONS} connections`, rows);

await bare.end();
await product.stop();
product.remove();
