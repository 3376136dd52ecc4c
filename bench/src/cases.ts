import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { countAtRisk, listCases } from '../../server/src/features/cases/review/case-list.read-model.ts';
import { openDatabase } from '../../server/src/platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, sideBySide } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** The case review with 100,000 cases and 500,000 photos, compared with the same statements sent by a bare driver. */
const CASES = Number(process.env.STOWAGE_BENCH_CASES ?? 100_000);
const PHOTOS_EACH = 5;
const CONNECTIONS = 2;
const ROUNDS = 3;
const SECONDS = 3;

const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
await seedCases();
const { db, close } = openDatabase(connection, { max: CONNECTIONS, onError: () => {} });

const LAST = Math.floor(CASES / 25) - 1;
const ALL = { page: 0, view: 'all', status: undefined, search: '' } as const;
const rows: Record<string, string>[] = [];
for (const [what, question] of [
  ['first page', ALL],
  ['the last page', { ...ALL, page: LAST }],
  ['one status', { ...ALL, status: 'Working' }],
  ['at risk', { ...ALL, view: 'risk' }],
  ['a case id', { ...ALL, search: '4711' }],
  ['an order', { ...ALL, search: 'R-5000' }],
  ['a tracking number', { ...ALL, search: '1z000000000777' }],
  ['no match', { ...ALL, search: 'zyxw' }],
] as const) {
  const query = new URLSearchParams(
    Object.entries(question).flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, String(value)]])),
  );
  const call = async (nth: number) => void (await product.call(nth, 'GET', `/api/cases?${query}`));
  const statements = async () => void (await Promise.all([listCases(db, { ...question, now: new Date() }), countAtRisk(db, new Date())]));
  await measure(CONNECTIONS, 1, call);
  const [http, sql] = await sideBySide(
    ROUNDS,
    () => measure(CONNECTIONS, SECONDS, call),
    () => measure(CONNECTIONS, SECONDS, statements),
  );
  rows.push({ list: what, by: 'product, HTTP', ...describe(http) }, { list: what, by: 'the same SQL', ...describe(sql) });
}
const one = async (nth: number) => void (await product.call(nth, 'GET', `/api/qrcases/${1 + Math.floor(Math.random() * CASES)}`));
rows.push({ list: 'one case, with its photos', by: 'product, HTTP', ...describe(await measure(CONNECTIONS, SECONDS, one)) });
printTable(`${numberText(CASES)} cases with ${numberText(CASES * PHOTOS_EACH)} photos, ${CONNECTIONS} connections`, rows);

await close();
await bare.end();
await product.stop();
product.remove();

async function seedCases(): Promise<void> {
  await bare.query(`insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
    select 'R-' || nth, now() - interval '30 days', 'SKU-' || nth, 'X00' || lpad(nth::text, 7, '0'), 'Unsellable', '1Z' || lpad(nth::text, 15, '0'),
      array['1Z' || lpad(nth::text, 15, '0')], 'UPS', 100, 'Return' from generate_series(1, 10000) nth`);
  await bare.query(
    `with lines as (select id, row_number() over (order by id) as nth from removal_shipments where order_id like 'R-%' and quantity = 100), graded as (
       insert into return_grades (removal_shipment_id, disposition_id, quantity, actor_id)
       select l.id, 8 + n % 6, 1 + n % 3, 1 from generate_series(1, $1::int) n join lines l on l.nth = 1 + n % 10000 returning id, removal_shipment_id, quantity
     )
     insert into return_cases (grade_id, status, quantity, photo_count, order_id, seller_sku, fnsku, asin, item_name, marketplace_disposition, tracking_number,
       shipped_quantity, graded_count, removal_order_id, lpn, amazon_case_id, filed_at, marketplace_id, clock_starts_on, opens_on, due_on, expected_amount, created_by,
       created_at, updated_at)
     select g.id, (array['Need additional photos', 'Pending Case Creation', 'Working', 'Resolved-Inventory or Refund Processed', 'Concluded - No Credit',
         'Resolved-Inventory or Refund Processed', 'Concluded - No Credit', 'Resolved-Inventory or Refund Processed'])[1 + g.id % 8],
       g.quantity, $2, r.order_id, r.seller_sku, r.fnsku, 'B' || lpad(r.id::text, 9, '0'), 'A product that came back, number ' || r.id, r.disposition, r.tracking_number,
       r.quantity, g.quantity, r.order_id, 'LPN' || g.id, case when g.id % 8 > 2 then '1' || lpad(g.id::text, 9, '0') end, case when g.id % 8 > 2 then now() end,
       'DEFAULT', current_date - (g.id % 90)::int, current_date - (g.id % 90)::int, current_date - (g.id % 90)::int + 60, 20, 1, now(), now()
     from graded g join removal_shipments r on r.id = g.removal_shipment_id`,
    [CASES, PHOTOS_EACH],
  );
  await bare.query(
    `insert into photos (case_id, section, filename, original_filename, client_photo_id, original_sha256, sha256, bytes, width, height, uploaded_at)
     select c.id, (array['shipping-box', 'packing-slip', 'lpn-label', 'product', 'close-up'])[1 + n % 5], 'photo-' || c.id || '-' || n || '.jpg', 'IMG.jpg', c.id || '-' || n,
       sha256((c.id || '-' || n)::bytea), sha256((c.id || '-' || n)::bytea), 400000, 2560, 1920, now()
     from return_cases c cross join generate_series(1, $1::int) n`,
    [PHOTOS_EACH],
  );
  for (const table of ['return_cases', 'return_grades', 'photos', 'removal_shipments', 'case_totals']) await bare.query(`vacuum analyze ${table}`);
}
