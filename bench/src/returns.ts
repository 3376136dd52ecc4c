import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { listLinesOfPackage } from '../../server/src/features/returns/line.read-model.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, sideBySide } from './harness/measure.ts';
import { Product } from './harness/product.ts';
import { recordStatement } from './harness/record-statement.ts';

/** The search for a box by its tracking number among a million lines of returned boxes, a fifth of them graded. */
const LINES = Number(process.env.STOWAGE_BENCH_LINES ?? 1_000_000);
const LINES_PER_BOX = 4;
const BOXES = Math.floor(LINES / LINES_PER_BOX);
const LISTINGS = 20_000;
const MAX_LINES = 500;
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 2;

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  }),
);
await seedBoxes();

const anyBox = () => `1Z5R893903${String(Math.floor(Math.random() * BOXES)).padStart(8, '0')}`;
const { text } = await recordStatement((db) => listLinesOfPackage(db, [anyBox()]));
const call = (path: string, body?: (box: string) => object) => async (nth: number) => {
  const box = anyBox();
  await (body === undefined ? product.call(nth, 'GET', `${path}${box}`) : product.call(nth, 'POST', path, body(box)));
};
const lookUp = call('/api/getreturntrackingdata', (trackingId) => ({ trackingId }));
const sameSql = async (nth: number) => {
  const candidates = [anyBox()];
  await bare[nth]?.query(text, [candidates, candidates, MAX_LINES]);
};

const rows: Record<string, string>[] = [];
await measure(CONNECTIONS, 1, lookUp);
const [own, limit] = await sideBySide(
  ROUNDS,
  () => measure(CONNECTIONS, SECONDS, lookUp),
  () => measure(CONNECTIONS, SECONDS, sameSql),
);
rows.push({ what: 'POST /api/getreturntrackingdata', ...describe(own), 'share of bare SQL': (own.perSecond / limit.perSecond).toFixed(2) });
rows.push({ what: 'the same SQL, bare driver', ...describe(limit), 'share of bare SQL': '1' });
for (const [what, ask] of [
  ['GET /api/returns/find', call('/api/returns/find?code=')],
  ['POST /api/getreturntrackingdata, an unknown number', call('/api/getreturntrackingdata', (box) => ({ trackingId: `X${box}` }))],
  ['POST /api/getreturntrackingdata, by LPN', call('/api/getreturntrackingdata', (box) => ({ trackingId: `LPN${Number(box.slice(10)) % LISTINGS}` }))],
  ['GET /api/returns/packages', async (nth: number) => void (await product.call(nth, 'GET', '/api/returns/packages'))],
] as const) {
  rows.push({ what, ...describe(await measure(CONNECTIONS, SECONDS, ask)), 'share of bare SQL': '' });
}
printTable(`${numberText(LINES)} lines in ${numberText(BOXES)} boxes, ${CONNECTIONS} connections`, rows);
await Promise.all(bare.map((client) => client.end()));
await product.stop();
product.remove();

async function seedBoxes(): Promise<void> {
  const run = (sql: string, values: unknown[] = []) => bare[0]?.query(sql, values);
  await run(`insert into products (title) select 'Product ' || n from generate_series(1, $1::int) n`, [LISTINGS]);
  await run(
    `insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
     select id, 'SKU-' || id, 'X0' || lpad(id::text, 8, '0'), 'B0' || lpad(id::text, 8, '0'), 11, 'FBA' from products`,
  );
  await run('drop index removal_shipments_tracking_numbers');
  await run(
    `insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
     select 'R' || n / $2, now() - make_interval(mins => n), 'SKU-' || 1 + n % $3, 'X0' || lpad((1 + n % $3)::text, 8, '0'), 'Unsellable', box, array[box], 'UPS', 3, 'Return'
     from (select n, '1Z5R893903' || lpad((n / $2)::text, 8, '0') as box from generate_series(0, $1::int - 1) n) lines`,
    [LINES, LINES_PER_BOX, LISTINGS],
  );
  await run('create index removal_shipments_tracking_numbers on removal_shipments using gin (tracking_numbers)');
  await run(`insert into return_grades (removal_shipment_id, disposition_id, quantity) select id, 1 + id % 7, 2 from removal_shipments where id % 5 = 0`);
  await run(
    `insert into customer_returns (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
     select now() - interval '400 days', '113-' || n, 'SKU-' || n, 'B0', 'X0' || lpad(n::text, 8, '0'), 'LPN' || n, 1, '', '', '', '' from generate_series(1, $1::int) n`,
    [LISTINGS],
  );
  await run('vacuum analyze');
}
