import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable, seconds } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/**
 * The lists of purchase orders, invoices and credits with 200,000 orders and as many invoices over three years and forty
 * vendors, compared with a sum over the same table; then scans of orders with and without invoices.
 */
const ORDERS = Number(process.env.STOWAGE_BENCH_ORDERS ?? 200_000);
const PART = 20_000;
const SCANS = 300;

const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();

const seeded = await seconds(seed);
console.log(`Seeded ${numberText(ORDERS)} orders with their invoices in ${seeded.toFixed(0)} s`);
const added = await seconds(addUp);
console.log(`Compacted the sums in ${added.toFixed(2)} s`);

const lists: Record<string, string>[] = [];
const any = (below: number) => Math.floor(Math.random() * below);
const day = () => new Date(Date.UTC(2024, any(30), 1 + any(28))).toISOString().slice(0, 10);
const vendor = () => `vendor%20${any(40)}`;
const crossing = () => `from=2024-0${1 + any(8)}-15&to=2026-0${1 + any(8)}-15`;
const amount = () => ['ordered', 'received', 'invoiced', 'credit_expected', 'balance'][any(5)];
const turned = () => (any(2) === 0 ? '' : '&descending=false');
for (const [what, url] of [
  ['orders, first page', () => '/api/purchase-money'],
  ['orders, page 200', () => '/api/purchase-money?page=199'],
  ['orders, sorted by an amount', () => `/api/purchase-money?sort=${amount()}${turned()}`],
  ['orders, sorted by an amount, page 200', () => `/api/purchase-money?sort=${amount()}&page=199`],
  ['orders, sorted by number or vendor', () => `/api/purchase-money?sort=${any(2) === 0 ? 'po_number' : 'vendor'}${turned()}`],
  ['orders, a vendor', () => `/api/purchase-money?vendor=${vendor()}`],
  ['orders, a vendor, sorted', () => `/api/purchase-money?vendor=${vendor()}&sort=${amount()}${turned()}`],
  ['orders, a vendor and a state', () => `/api/purchase-money?vendor=${vendor()}&status=QTY_DIFFERENCE`],
  ['orders, a state', () => '/api/purchase-money?status=OVER_INVOICED'],
  ['orders, a state, sorted', () => `/api/purchase-money?status=MATCHED&sort=${amount()}${turned()}`],
  ['orders, from a day', () => `/api/purchase-money?from=${day()}`],
  ['orders, days across months', () => `/api/purchase-money?${crossing()}`],
  ['orders, days across months, sorted', () => `/api/purchase-money?${crossing()}&sort=${amount()}${turned()}`],
  ['orders, all filters', () => `/api/purchase-money?${crossing()}&vendor=${vendor()}&status=MATCHED&search=seed&sort=${amount()}`],
  ['orders, part of a number', () => `/api/purchase-money?search=seed-${100_000 + any(ORDERS / 2)}`],
  ['orders, two characters', () => `/api/purchase-money?search=${10 + any(90)}`],
  ['orders, a text in all', () => '/api/purchase-money?search=seed'],
  ['orders, that text, sorted', () => `/api/purchase-money?search=seed&sort=${amount()}${turned()}`],
  ['orders, a vendor’s name as text', () => `/api/purchase-money?search=${vendor()}`],
  ['invoices, first page', () => '/api/vendor-invoices'],
  ['invoices, sorted by total or due day', () => `/api/vendor-invoices?sort=${any(2) === 0 ? 'total' : 'due_on'}${turned()}`],
  ['invoices, a vendor and a state', () => `/api/vendor-invoices?vendor=${vendor()}&status=EXCEPTION`],
  ['invoices, a vendor, sorted', () => `/api/vendor-invoices?vendor=${vendor()}&sort=total`],
  ['invoices, a PO number', () => `/api/vendor-invoices?search=SEED-${100_000 + any(ORDERS / 2)}`],
  ['invoices, a text in all', () => '/api/vendor-invoices?search=vendor'],
  ['exceptions', () => '/api/vendor-invoices?exceptions=true'],
  ['exceptions, sorted by difference', () => `/api/vendor-invoices?exceptions=true&sort=difference${turned()}`],
  ['exceptions, a vendor, sorted', () => `/api/vendor-invoices?exceptions=true&vendor=${vendor()}&sort=difference`],
  ['exceptions, a text in all', () => '/api/vendor-invoices?exceptions=true&search=vendor'],
  ['credits, first page', () => '/api/vendor-credits'],
  ['credits, sorted by amount', () => `/api/vendor-credits?sort=amount${turned()}`],
  ['credits, a text in all', () => '/api/vendor-credits?search=seed'],
  ['lines of an order', () => `/api/purchase-money/${1_000 + any(ORDERS / 2)}/lines`],
  ['an invoice', () => `/api/vendor-invoices/${1_000 + any(ORDERS / 2)}`],
] as const) {
  const call = async (at: number) => void (await product.call(at, 'GET', url()));
  await measure(2, 1, call);
  lists.push({ what, ...describe(await measure(2, 2, call)) });
}
const whole = async () => void (await bare.query('select count(*), sum(ordered), sum(received), sum(invoiced), sum(balance) from purchase_order_money'));
lists.push({ what: 'for comparison: a sum over the orders’ table', ...describe(await measure(1, 3, whole)) });
printTable(`Lists at ${numberText(ORDERS)} orders and invoices, 2 connections`, lists);

const scans: Record<string, string>[] = [];
for (const isInvoiced of [false, true]) scans.push({ what: isInvoiced ? 'with an invoice' : 'without an invoice', ...(await scan(isInvoiced)) });
printTable(`${SCANS} scans against an order of 50 lines`, scans);
const exported = await seconds(async () => void (await product.download('/api/purchase-money/export.csv')));
console.log(`\nCSV of all orders in ${exported.toFixed(1)} s, ${(await product.memoryMiB()).toFixed(0)} MiB`);

await bare.end();
await product.stop();
product.remove();

/** Orders of two lines: 90 % are fully received, the others short; 95 % are billed, 2 % at too high a price. */
async function seed(): Promise<void> {
  for (let from = 1; from <= ORDERS; from += PART) {
    const range = [from, Math.min(from + PART - 1, ORDERS)];
    await bare.query(
      `insert into purchase_orders (po_number, vendor, upload_id, created_by, created_at)
       select 'SEED-' || nth, 'Vendor ' || nth % 40, 0, 1, timestamptz '2024-01-01' + nth * (interval '1000 days' / ${ORDERS}) from generate_series($1::bigint, $2::bigint) nth`,
      range,
    );
    await bare.query(
      `insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, received, unit_cost)
       select p.id, line, lpad((p.id * 10 + line)::text, 14, '0'), 'SKU-' || line, 'Seeded', 10, case when nth % 10 = 0 then 8 else 10 end, 2.5
       from generate_series($1::bigint, $2::bigint) nth join purchase_orders p on p.po_number = 'SEED-' || nth, generate_series(1, 2) line`,
      range,
    );
    await bare.query(
      `insert into vendor_invoices (number, vendor, invoiced_on, total, created_by)
       select 'I-' || nth, p.vendor, (p.created_at + interval '7 days')::date, case when nth % 50 = 0 then 60 else 50 end, 1
       from generate_series($1::bigint, $2::bigint) nth join purchase_orders p on p.po_number = 'SEED-' || nth where nth % 20 <> 0 order by nth`,
      range,
    );
    await bare.query(
      `insert into vendor_invoice_lines (invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, unit_cost)
       select i.id, n.line_number, p.id, n.id, 10, case when nth % 50 = 0 then 3 else 2.5 end
       from generate_series($1::bigint, $2::bigint) nth join purchase_orders p on p.po_number = 'SEED-' || nth
       join purchase_order_lines n on n.purchase_order_id = p.id join vendor_invoices i on i.number = 'I-' || nth`,
      range,
    );
    const numbers = "number in (select 'I-' || nth from generate_series($1::bigint, $2::bigint) nth)";
    await bare.query(
      `update vendor_invoices set state = 'EXCEPTION', price_percent = 1, price_amount = 0.02, freight_percent = 10, tax_percent = 10 where ${numbers}`,
      range,
    );
    await bare.query('analyze purchase_orders, purchase_order_lines, purchase_order_money, vendor_invoices, vendor_invoice_lines');
    await bare.query(
      `select match_orders(array(select p.id from generate_series($1::bigint, $2::bigint) nth join purchase_orders p on p.po_number = 'SEED-' || nth))`,
      range,
    );
    await bare.query(
      `insert into vendor_credits (purchase_order_id, vendor, po_number, purchase_order_line_id, type, quantity, amount)
       select p.id, p.vendor, p.po_number, n.id, 'SHORT', 2, 5 from generate_series($1::bigint, $2::bigint) nth join purchase_orders p on p.po_number = 'SEED-' || nth
       join purchase_order_lines n on n.purchase_order_id = p.id and n.line_number = 1 where nth % 30 = 10`,
      range,
    );
  }
  const tables = ['purchase_orders', 'purchase_order_lines', 'purchase_order_money', 'vendor_invoices', 'vendor_invoice_lines', 'vendor_invoice_matches'];
  const others = ['vendor_invoice_exceptions', 'vendor_credits', 'purchase_order_sums', 'vendor_invoice_sums', 'vendor_invoice_exception_sums'];
  for (const table of [...tables, ...others]) await bare.query(`vacuum analyze ${table}`);
}

/** The work of the task that runs every few minutes. */
async function addUp(): Promise<void> {
  await bare.query(`with gone as (delete from purchase_order_sums returning *) insert into purchase_order_sums
    select month, vendor_key, match, sum(rows), sum(ordered), sum(received), sum(invoiced), sum(credit_expected), sum(credit_applied), sum(balance) from gone group by 1, 2, 3`);
  for (const table of ['vendor_invoice_sums', 'vendor_invoice_exception_sums']) {
    await bare.query(`with gone as (delete from ${table} returning *) insert into ${table} (month, vendor_key, state, rows, goods, freight, tax, discount, total)
      select month, vendor_key, state, sum(rows), sum(goods), sum(freight), sum(tax), sum(discount), sum(total) from gone group by 1, 2, 3`);
  }
  await bare.query('vacuum analyze purchase_order_sums, vendor_invoice_sums, vendor_invoice_exception_sums');
}

/** Scans against a list of an order of fifty products. */
async function scan(isInvoiced: boolean): Promise<Record<string, string>> {
  const poNumber = isInvoiced ? 'SCANNED-BILLED' : 'SCANNED';
  const codes = (await bare.query<{ gtin: string }>('select gtin14 as gtin from product_gtins order by product_id limit 50')).rows.map(({ gtin }) => gtin);
  const data = codes.map((gtin, nth) => ({
    po_number: poNumber,
    vendor: 'Bench',
    gtin,
    supplier_sku: `R-${nth}`,
    product_name: `Received ${nth}`,
    ordered: 100,
    unit_cost: '2.50',
  }));
  await product.call(0, 'POST', '/api/uploadpos', { data, fileName: 'scanned.csv' });
  const lines = JSON.parse(await product.call(0, 'POST', '/api/receiveinventory/getpodata', { poNumber })) as { id: number }[];
  await product.call(0, 'POST', '/api/receiveinventory/createnewpackinglist', { poNumber, packingList: Object.fromEntries(lines.map(({ id }) => [id, 100])) });
  const [list] = JSON.parse(await product.call(0, 'POST', '/api/receiveinventory/packinglistfrompo', { poNumber })) as { value: number }[];
  if (isInvoiced) {
    const billed = lines.map(({ id }) => ({ purchase_order_line_id: id, quantity: 100, unit_cost: '2.50' }));
    await product.call(0, 'POST', '/api/vendor-invoices', { number: 'BENCH', invoiced_on: '2026-11-18', total: `${lines.length * 250}.00`, lines: billed });
  }
  let nth = 0;
  const latencies: number[] = [];
  for (; nth < SCANS; nth++) {
    const before = performance.now();
    const body = { productId: codes[nth % codes.length], clientScanId: `${poNumber}-${nth}`, packingListId: list?.value, poNumber };
    if ((await product.call(0, 'POST', '/api/receiveinventory/scan', body)) !== '1') throw new Error('A scan was refused');
    latencies.push(performance.now() - before);
  }
  latencies.sort((a, b) => a - b);
  const at = (share: number) => `${(latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN).toFixed(2)} ms`;
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
