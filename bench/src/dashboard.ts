import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { NUMBER_CARDS } from '../../contract/src/dashboard/dashboard-cards.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, seconds } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** The dashboard with a million units, cases and order lines and half a million orders: cached and uncached. */
const RECORDS = Number(process.env.STOWAGE_BENCH_RECORDS ?? 1_000_000);
const ORDERS = RECORDS / 2;
const SECONDS = 5;
const BATCH = 100_000;
/** Slow enough that each call uses another time zone, so that nothing is cached. */
const EVERY_MS = 10;
const STATEMENTS = [
  `insert into products (title, vendor, item_code) select 'Measured ' || n, 'Vendor ' || n % 400, 'IC' || n from generate_series($1::bigint, $2::bigint) as n where n % 4 = 0`,
  `insert into product_gtins (gtin14, product_id) select lpad(id::text, 14, '0'), id from products where id between $1::bigint / 4 and $2::bigint / 4 on conflict do nothing`,
  `insert into price_list_items (gtin, product_title, cost, upload_id) select gtin14, 'Measured', 10 + product_id % 90, 1 from product_gtins
   where product_id between $1::bigint / 4 and $2::bigint / 4 on conflict do nothing`,
  `insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
   select id, 'S-' || id, 'X0S' || lpad(id::text, 7, '0'), 'B0S' || lpad(id::text, 7, '0'), 11, 'SELLER_FULFILLED'
   from products p where id between $1::bigint / 4 and $2::bigint / 4 and not exists (select from listings l where l.product_id = p.id)`,
  `with unit as (
     insert into units (listing_id, identifier, location_id, status, source, created_at)
     select 1 + n % (select max(id) from listings), 'X0S' || n, 1 + n % 56, 'AVAILABLE', 'SCAN', now() - (n % 90) * interval '1 day' from generate_series($1::bigint, $2::bigint) as n
     returning id, listing_id, location_id, created_at
   )
   insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id, created_at)
   select id, listing_id, 'ADD', 1, location_id, 'AVAILABLE', 1, 'bench-' || id, created_at from unit`,
  `insert into marketplace_listings (seller_sku, asin, title, condition, channel, quantity, status)
   select seller_sku, asin, 'Measured', 11, 'DEFAULT', 1, 'Active' from listings where id between $1::bigint / 4 and $2::bigint / 4 on conflict do nothing`,
  `insert into orders (order_id, status, ordered_at, updated_at, ship_by, shipped_at, local_state, total, currency, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
   select 'B-' || n, case when n % 300 = 0 then 'UNSHIPPED' else 'SHIPPED' end, now() - (n % 365) * interval '1 day', now(),
     now() - (n % 365 - case when n % 300 = 0 then 365 else 0 end) * interval '1 day',
     case when n % 300 = 0 then null else now() - (n % 365) * interval '1 day' + (n % 50 - 48) * interval '1 hour' end,
     case when n % 300 = 0 then 'OPEN' else 'CONFIRMED' end, 30, 'USD', false, false, false, false, n % 9000 = 0
   from generate_series($1::bigint, $2::bigint) as n where n % 2 = 0`,
  `insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
   select 'RO' || n, now() - (n % 365) * interval '1 day', 'S-' || n, 'X0S' || n, 'Unsellable', '1Z' || n, array['1Z' || n], 'UPS', 3, 'Return'
   from generate_series($1::bigint, $2::bigint) as n`,
  `insert into return_packages (tracking_number, arrived_at) select '1Z' || n, now() - (n % 365) * interval '1 day' from generate_series($1::bigint, $2::bigint) as n where n % 3 = 0`,
  `insert into return_grades (removal_shipment_id, disposition_id, quantity, created_at) select n, 9, 1, now() - (n % 365) * interval '1 day' from generate_series($1::bigint, $2::bigint) as n`,
  `insert into return_cases (grade_id, status, quantity, order_id, seller_sku, fnsku, marketplace_disposition, tracking_number, shipped_quantity, graded_count,
     marketplace_id, clock_starts_on, opens_on, due_on, filed_at, decided_at, expected_amount, paid_amount, created_at, updated_at)
   select g.id, case when g.id % 20 = 0 then 'Need additional photos' when g.id % 5 = 0 then 'Working' else 'Resolved-Inventory or Refund Processed' end, 1, 'RO' || g.id,
     'S-' || g.id, 'X0S' || g.id, 'Unsellable', '1Z' || g.id, 3, 1, 'ATVPDKIKX0DER', g.created_at, g.created_at, now() + (g.id % 400 - 300) * interval '1 day',
     case when g.id % 5 > 0 then g.created_at end, case when g.id % 5 > 0 then g.created_at + interval '9 days' end, 25, case when g.id % 5 > 0 then 20 end, g.created_at, g.created_at
   from return_grades g where g.id between $1::bigint and $2::bigint`,
  `insert into purchase_orders (po_number, vendor, upload_id, created_by) select 'PO-' || n, 'Vendor ' || n % 400, 0, 1 from generate_series($1::bigint, $2::bigint) as n where n % 10 = 0`,
  `insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, unit_cost, expected_on, ordered)
   select p.id, n, '00036000291452', 'SKU-' || n, 'Measured', 5, now() + ((p.id * 10 + n) % 730 - 600) * interval '1 day', 12
   from purchase_orders p, generate_series(1, 10) as n where p.id between ($1::bigint + 9) / 10 and $2::bigint / 10`,
  `insert into packing_lists (purchase_order_id, number, label, shipment_id, state, created_by)
   select id, 1, po_number || ' 1', 'SHIP-' || id, case when id % 1000 = 0 then 'RECEIVING' else 'CLOSED' end, 1 from purchase_orders where id between ($1::bigint + 9) / 10 and $2::bigint / 10`,
  `insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity)
   select l.id, n.id, 12 from packing_lists l join purchase_order_lines n on n.purchase_order_id = l.purchase_order_id where l.state = 'RECEIVING' and l.purchase_order_id between ($1::bigint + 9) / 10 and $2::bigint / 10`,
];
const AFTERWARDS = [
  `insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from units group by 1, 2`,
  `insert into location_counts (location_id, on_hand, listings) select location_id, sum(on_hand), count(*) from stock_counts group by 1
   on conflict (location_id) do update set on_hand = excluded.on_hand, listings = excluded.listings`,
  `update listing_counts c set on_hand = s.on_hand from (select listing_id, sum(on_hand) as on_hand from stock_counts group by 1) s where s.listing_id = c.listing_id`,
  `insert into map_violation_days select 'Competitor ' || n, current_date - d, 1 + n % 5 from generate_series(1, 2000) n, generate_series(0, 89) d`,
  `insert into map_sample_days select current_date - d, 1000, 0 from generate_series(0, 89) d`,
];
/** Disabled while the data is created, which is ten times as fast; the measurement is the same. */
const INVERTED = ['products_title_words', 'return_cases_words', 'purchase_orders_search', 'removal_shipments_tracking_numbers', 'price_list_words_search'];

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
await seed();

const cards = Object.keys(NUMBER_CARDS);
const everything = ['attention', 'stock-flow', 'scan-rate', 'claims', 'system', 'first-steps'].map((part) => `/api/dashboard/${part}`);
const whole = [...cards.map((card) => `/api/dashboard/summary?card=${card}`), ...everything, '/api/inventory/adjustments?size=20'];
const ask = (path: string) => async (at: number) => void (await product.call(at, 'GET', path));
/** Requests the whole page like a browser: six calls at a time. */
const load = async (paths: readonly string[]) => {
  const left = [...paths];
  await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) await product.call(at, 'GET', path);
    }),
  );
};
/** A time zone that was not requested before, so that nothing is cached. */
const zones = Intl.supportedValuesOf('timeZone');
let asked = 0;
const anew = (path: string) => {
  asked++;
  return `${path}${path.includes('?') ? '&' : '?'}timeZone=${encodeURIComponent(zones[asked % zones.length] ?? 'UTC')}`;
};
const first = await seconds(() => load(whole));
const rows: Record<string, string>[] = [
  { what: 'HTTP only (health)', ...describe(await measure(1, SECONDS, ask('/api/health/live'))) },
  { what: `the whole page (${whole.length} calls)`, ...describe(await measure(1, SECONDS, () => load(whole))) },
  { what: 'the whole page, uncached where it depends on the time zone', ...describe(await measure(1, SECONDS, () => load(whole.map(anew)))) },
];
for (const card of cards) {
  const path = `/api/dashboard/summary?card=${card}`;
  rows.push({ what: `${card}, uncached`, ...describe(await measure(1, 2, (at) => ask(anew(path))(at), EVERY_MS)) });
}
for (const path of everything.slice(0, 3))
  rows.push({ what: `${path.slice('/api/dashboard/'.length)}, uncached`, ...describe(await measure(1, 2, (at) => ask(anew(path))(at), EVERY_MS)) });
printTable(`${numberText(RECORDS)} units, cases and order lines, ${numberText(ORDERS)} orders`, rows);
console.log(`The first request, including the stock value, which is then cached for ten minutes: ${first.toFixed(2)} s`);

await bare.end();
await product.stop();
product.remove();

async function seed(): Promise<void> {
  const { rows: indexes } = await bare.query<{ indexname: string; indexdef: string }>('select indexname, indexdef from pg_indexes where indexname = any($1)', [
    INVERTED,
  ]);
  for (const { indexname } of indexes) await bare.query(`drop index ${indexname}`);
  for (let from = 1; from <= RECORDS; from += BATCH) {
    const range = [from, Math.min(from + BATCH - 1, RECORDS)];
    for (const statement of STATEMENTS) await bare.query(statement, range);
    console.log(`seeded ${numberText(range[1] ?? 0)}`);
  }
  for (const statement of AFTERWARDS) await bare.query(statement);
  for (const { indexdef } of indexes) await bare.query(indexdef);
  await bare.query('vacuum analyze');
}
