import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/** The calls of the stock screens with two million units and five million movements, compared with the smallest call. */
const UNITS = Number(process.env.STOWAGE_BENCH_UNITS ?? 2_000_000);
const LISTINGS = 300_000;
const SECONDS = 4;
const CONNECTIONS = 2;
const BATCH = 250_000;

/** `after` is the cursor of the previous page: the sort value and the listing ID. */
const after = (key: string | number, id: number) => `after=${Buffer.from(JSON.stringify([key, id])).toString('base64url')}`;
const STOCK_PAGES = [
  ['first page', ''],
  ['a late page', after(3, 150_000)],
  ['by SKU, a late page', `sort=sku&descending=false&${after('M-200000', 205_000)}`],
  ['by item, a late page', `sort=item&descending=false&${after('Measured 200000', 205_000)}`],
  ['one location', 'location=C-4'],
  ['not counted', 'count_due=true'],
  ['out of sync', 'out_of_sync=true'],
  ['words of a title', 'search=measured%202999'],
] as const;

// The whole demo goes on by itself, and counts some of these shelves.
const product = new Product({ environment: { STOWAGE_DEMO: 'small' } });
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
// Otherwise the product would send the quantities of hundreds of thousands of listings that the simulator doesn't have.
await bare.query("update quantity_settings set mode = 'PAUSED'");
await seedListings();
await seedStock();
await finishComparison();

const codes = (await bare.query<{ fnsku: string; seller_sku: string }>('select fnsku, seller_sku from listings order by id limit 2000')).rows;
const pick = () => codes[Math.floor(Math.random() * codes.length)] ?? { fnsku: '', seller_sku: '' };
const shelf = () => `${'ABCDEFG'[Math.floor(Math.random() * 7)]}-${1 + Math.floor(Math.random() * 8)}`;

const count = JSON.parse(await product.call(0, 'POST', '/api/counts', { locations: ['A-1', 'A-2'], isBlind: false })) as { id: number };
const scanOf = () => ({ productId: pick().fnsku, locationId: 'A-1', clientScanId: `bench-${Math.random()}` });

const rows: Record<string, string>[] = [];
for (const [what, call] of [
  ['HTTP only (health)', (connection: number) => product.call(connection, 'GET', '/api/health/live')],
  ['POST /api/searchlocalinventory', (connection: number) => product.call(connection, 'POST', '/api/searchlocalinventory', { identifier: pick().fnsku })],
  ['POST /api/searchbyidentifier', (connection: number) => product.call(connection, 'POST', '/api/searchbyidentifier', { identifier: pick().fnsku })],
  ['POST /api/localinventoryreport', (connection: number) => product.call(connection, 'POST', '/api/localinventoryreport')],
  ['POST /api/localinventorydetails', (connection: number) => product.call(connection, 'POST', '/api/localinventorydetails', { location: shelf() })],
  ['POST /api/locationinventorypricelist', (connection: number) => product.call(connection, 'POST', '/api/locationinventorypricelist', { location: shelf() })],
  ['POST /api/inventoryadjustments, all', (connection: number) => product.call(connection, 'POST', '/api/inventoryadjustments', { sku: '' })],
  [
    'POST /api/inventoryadjustments, one SKU',
    (connection: number) => product.call(connection, 'POST', '/api/inventoryadjustments', { sku: pick().seller_sku }),
  ],
  ['GET /api/inventory/adjustments, first page', (connection: number) => product.call(connection, 'GET', '/api/inventory/adjustments?page=0')],
  ...STOCK_PAGES.map(
    ([name, query]) => [`GET /api/inventory/stock, ${name}`, (connection: number) => product.call(connection, 'GET', `/api/inventory/stock?${query}`)] as const,
  ),
  ['GET /api/inventory/adjustments, page 1,000', (connection: number) => product.call(connection, 'GET', '/api/inventory/adjustments?page=999')],
  ['GET /api/counts', (connection: number) => product.call(connection, 'GET', '/api/counts')],
  ['GET /api/counts/:id, two locations', (connection: number) => product.call(connection, 'GET', `/api/counts/${count.id}`)],
  ['GET /api/counts/:id/lines', (connection: number) => product.call(connection, 'GET', `/api/counts/${count.id}/lines?list=uncounted`)],
  ['POST /api/counts/:id/scan', (connection: number) => product.call(connection, 'POST', `/api/counts/${count.id}/scan`, scanOf())],
] as const) {
  await measure(CONNECTIONS, 1, async (connection) => void (await call(connection)));
  rows.push({ what, ...describe(await measure(CONNECTIONS, SECONDS, async (connection) => void (await call(connection)))) });
}
printTable(`${numberText(UNITS)} units, ${numberText(await countMovements())} movements, ${CONNECTIONS} connections`, rows);

const restMiB = await product.memoryMiB();
const started = performance.now();
const exportedMiB = (await product.download('/api/inventory/export/adjustments.csv')) / 1024 / 1024;
const seconds = (performance.now() - started) / 1000;
console.log(
  `\nExport of every movement: ${exportedMiB.toFixed(0)} MiB in ${seconds.toFixed(0)} s, memory ${restMiB.toFixed(0)} MiB before and ${(await product.memoryMiB()).toFixed(0)} MiB after`,
);

await bare.end();
await product.stop();
product.remove();

async function countMovements(): Promise<number> {
  return (await bare.query<{ count: number }>('select count(*)::int as count from stock_movements')).rows[0]?.count ?? 0;
}

/** Waits until the product has compared the new listings and movements with what Amazon shows, which uses the same cores. */
async function finishComparison(): Promise<void> {
  const isSettled = `select from out_of_sync_state where all_after is null and done_id >= (select last_value from stock_movements_id_seq)
    and not exists (select from out_of_sync_checks)`;
  while ((await bare.query(isSettled)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
}

/** A large catalog besides the demo's: most listings have a few units, a tenth has none. Catalog items and fees are known, so that no import asks for them. */
async function seedListings(): Promise<void> {
  await bare.query(
    `with made as (
       insert into products (title, vendor, item_code) select 'Measured ' || nth, 'V' || nth % 40, 'M' || nth
       from generate_series((select count(*) + 1 from listings), $1::bigint) as nth returning id, title
     ), listed as (
       insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
       select id, 'M-' || substr(title, 10), 'X0M' || lpad(substr(title, 10), 7, '0'), 'B0M' || lpad(substr(title, 10), 7, '0'), 11, 'SELLER_FULFILLED' from made
       returning seller_sku, asin
     ), found as (
       insert into catalog_items (asin, title, gtins, read_at) select asin, 'Measured', '{}', now() from listed
     ), estimated as (
       insert into fee_estimates (seller_sku, asin, price, is_fba, fulfilment, referral, total, source, read_at)
       select seller_sku, asin, 9.5, false, 0, 1.43, 1.43, 'getMyFeesEstimates', now() from listed
     )
     insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status)
     select seller_sku, asin, 'Measured', 11, 'DEFAULT', 9.5, 4, 'Active' from listed`,
    [LISTINGS],
  );
}

/** 2.5 movements per unit: a receipt, one move, and a second move of every other unit. */
async function seedStock(): Promise<void> {
  const { count } = (await bare.query<{ count: number }>('select count(*)::int as count from units')).rows[0] ?? { count: 0 };
  for (let seeded = count; seeded < UNITS; seeded += BATCH) {
    await bare.query(
      `with added as (
         insert into units (listing_id, identifier, location_id, status, source)
         select l.id, l.fnsku, 1 + (nth * 7919) % 56, 'AVAILABLE', 'SCAN'
         from generate_series($1::bigint, $2::bigint) as nth join listings l on l.id = 1 + (nth * 104729) % (case nth % 2 when 0 then 5000 else $3::bigint end)
         returning id, listing_id, location_id
       ), history as (
         select id, listing_id, 'ADD' as type, 1 as change, null::int as source, 1 + (location_id + 1) % 56 as target, 1 as step from added
         union all select id, listing_id, 'LOCATION_CHANGE', 0, 1 + (location_id + 1) % 56, location_id, 2 from added
         union all select id, listing_id, 'AUDIT_COUNT', 0, location_id, location_id, 3 from added where id % 2 = 0
       ), moved as (
         insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, after_status, actor_id)
         select id, listing_id, type, change, source, target, 'AVAILABLE', 1 from history order by id, step
       ), totalled as (
         insert into location_counts (location_id, on_hand) select location_id, count(*) from added group by 1
         on conflict (location_id) do update set on_hand = location_counts.on_hand + excluded.on_hand
       )
       insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from added group by 1, 2
       on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + excluded.on_hand`,
      [seeded + 1, Math.min(seeded + BATCH, UNITS), LISTINGS * 0.9],
    );
  }
  await bare.query(
    `update listing_counts c set on_hand = s.on_hand, sorted_on_hand = s.on_hand from (
       select listing_id, count(*) as on_hand from units where status <> 'REMOVED' group by listing_id
     ) s where s.listing_id = c.listing_id`,
  );
  await bare.query(
    `update listing_counts c set last_counted_at = s.at from (
       select listing_id, max(created_at) as at from stock_movements where type = 'AUDIT_COUNT' group by listing_id
     ) s where s.listing_id = c.listing_id`,
  );
  for (const table of ['products', 'listings', 'marketplace_listings', 'listing_counts', 'units', 'stock_movements', 'stock_counts', 'location_counts'])
    await bare.query(`vacuum analyze ${table}`);
}
