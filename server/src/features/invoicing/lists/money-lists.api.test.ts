import { MONEY_WINDOW, PO_MONEY_SORTS } from '@stowage/contract/invoicing/purchase-money';
import { CREDIT_SORTS } from '@stowage/contract/invoicing/vendor-credits';
import { INVOICE_SORTS } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, owner, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const ORDERS = 60;
/** More than the sort window. */
const MANY = MONEY_WINDOW + 7;

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
interface Page {
  readonly data: Row[];
  readonly totalCount: number;
  readonly totals: Readonly<Record<string, string>>;
  readonly isPartial: boolean;
  readonly isSortPartial: boolean;
}
const LISTS = [
  { name: 'orders', url: '/api/purchase-money', sorts: PO_MONEY_SORTS, query: '' },
  { name: 'invoices', url: '/api/vendor-invoices', sorts: INVOICE_SORTS.filter((sort) => sort !== 'difference'), query: '' },
  { name: 'exceptions', url: '/api/vendor-invoices', sorts: INVOICE_SORTS, query: 'exceptions=true' },
  { name: 'credits', url: '/api/vendor-credits', sorts: CREDIT_SORTS, query: '' },
] as const;

const page = async (url: string, query: string): Promise<Page> => (await admin.get(`${url}?${query}`)).json();
const all = async (url: string, query: string): Promise<Row[]> => {
  const pages = [await page(url, query)];
  for (let nth = 1; nth * 25 < Math.min(pages[0]?.totalCount ?? 0, 200); nth++) pages.push(await page(url, `${query}&page=${nth}`));
  return pages.flatMap(({ data }) => data);
};
/** In the database's order, with missing values first. */
const comparable = (value: unknown) =>
  typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? Number(value) : typeof value === 'string' ? value.toUpperCase() : (value ?? '');

beforeAll(async () => {
  await seedOrders('T-', ORDERS, 3);
  await bill('T-', ORDERS);
});

/** Matches the orders with a prefix, by their numbers. */
const ordersOf = (prefix: string, count: number) =>
  sql`from generate_series(1, ${sql.lit(count)}) nth join purchase_orders p on p.po_number = ${sql.lit(prefix)} || nth`;

/** Orders of one line over weeks and vendors; each third is short. */
async function seedOrders(prefix: string, count: number, vendors: number): Promise<void> {
  await sql`
    insert into purchase_orders (po_number, vendor, upload_id, created_by, created_at)
    select ${prefix} || nth, 'Vendor ' || chr(65 + nth % ${sql.lit(vendors)}), 0, 1, timestamptz '2026-01-01' + nth * interval '3 hours 7 minutes'
    from generate_series(1, ${sql.lit(count)}) nth`.execute(db);
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, received, unit_cost)
    select p.id, 1, '00000000000000', 'S', 'Laid', 10 + nth % 7, 10 + nth % 7 - (nth % 3 = 0)::int, 2.5 + nth % 5 ${ordersOf(prefix, count)}`.execute(db);
  await sql`analyze purchase_orders, purchase_order_lines, purchase_order_money`.execute(owner.db);
}

/** All are billed as ordered, and missing units are credited. */
async function bill(prefix: string, count: number): Promise<void> {
  const of = ordersOf(prefix, count);
  await sql`
    insert into vendor_invoices (number, vendor, invoiced_on, due_on, freight, total, created_by)
    select 'i-' || ${prefix} || nth, p.vendor, (p.created_at + interval '7 days')::date, case when nth % 4 > 0 then date '2026-12-01' + nth end, nth % 6,
      line_amount(10 + nth % 7, 2.5 + nth % 5) + nth % 6, 1 ${of}`.execute(db);
  await sql`
    insert into vendor_invoice_lines (invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, unit_cost)
    select i.id, 1, p.id, n.id, n.ordered, n.unit_cost ${of} join purchase_order_lines n on n.purchase_order_id = p.id
    join vendor_invoices i on i.number = 'i-' || ${prefix} || nth`.execute(db);
  await sql`update vendor_invoices set state = 'EXCEPTION', freight_percent = 100 where state = 'DRAFT'`.execute(db);
  await sql`select match_orders(array(select id from purchase_orders where po_number like ${`${prefix}%`}))`.execute(db);
  await sql`
    insert into vendor_credits (purchase_order_id, vendor, po_number, purchase_order_line_id, type, quantity, amount)
    select p.id, p.vendor, p.po_number, n.id, 'SHORT', 1, n.unit_cost ${of} join purchase_order_lines n on n.purchase_order_id = p.id where nth % 3 = 0`.execute(
    db,
  );
}

describe.each(LISTS)('the list of $name', ({ url, sorts, query }) => {
  it.each(sorts)('sorted by %s shows each row once in order, in both directions', async (sort) => {
    const ids = (await all(url, query)).map(({ id }) => id);
    for (const filter of ['', '&vendor=vendor%20b', '&from=2026-01-02&to=2026-12-30', '&search=t-1']) {
      const wanted = filter === '' ? ids : (await all(url, query + filter)).map(({ id }) => id);
      const down = await all(url, `${query}${filter}&sort=${sort}`);
      const up = await all(url, `${query}${filter}&sort=${sort}&descending=false`);
      expect(down.map(({ id }) => id).sort()).toEqual([...wanted].sort());
      const keys = up.map((row) => comparable(row[sort]));
      expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(down.map((row) => comparable(row[sort]))).toEqual(keys.reverse());
    }
  });

  it("rejects a column that it doesn't have", async () => {
    expect((await admin.get(`${url}?sort=notes`)).statusCode).toBe(400);
  });

  it('has totals of its rows with any filter', async () => {
    for (const filter of ['', '&vendor=VENDOR%20A', '&from=2026-01-03&to=2026-01-15', '&search=t-1', '&search=vendor%20c', '&search=t-', '&search=zz']) {
      const rows = await all(url, query + filter);
      const { totals, totalCount } = await page(url, query + filter);
      expect([filter, totalCount]).toEqual([filter, rows.length]);
      for (const [name, total] of Object.entries(totals)) {
        expect(Number(total)).toBeCloseTo(
          rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0),
          2,
        );
      }
    }
  });
});

it('matches a short text at the beginning of words and a longer one anywhere', async () => {
  const count = async (search: string) => (await page('/api/purchase-money', `search=${search}`)).totalCount;
  expect(await Promise.all(['t', 'T-', 'b', '-1', '-12', 'endor', '%25', '_'].map(count))).toEqual([ORDERS, ORDERS, ORDERS / 3, 0, 1, ORDERS, 0, 0]);
});

describe('more orders than the sort window', () => {
  beforeAll(async () => {
    await seedOrders('U-', MANY, 1);
  });

  it('are all counted and summed, sorted by any column, and listed up to the window', async () => {
    const { totalCount, isPartial, isSortPartial, data } = await page('/api/purchase-money', 'sort=balance');
    expect([totalCount, isPartial, isSortPartial]).toEqual([ORDERS + MANY, false, false]);
    const [largest] = (await sql<{ balance: string }>`select max(balance) as balance from purchase_order_money`.execute(db)).rows;
    expect(data[0]?.balance).toBe(largest?.balance);
    expect((await page('/api/purchase-money', `page=${MONEY_WINDOW / 25 - 1}`)).data).toHaveLength(25);
    expect((await page('/api/purchase-money', `page=${MONEY_WINDOW / 25}`)).data).toEqual([]);
  });

  it('of one vendor report that only the newest were sorted', async () => {
    const { totalCount, isSortPartial } = await page('/api/purchase-money', 'vendor=Vendor%20A&sort=ordered');
    expect([totalCount, isSortPartial]).toEqual([ORDERS / 3 + MANY, true]);
    expect((await page('/api/purchase-money', 'vendor=Vendor%20A')).isSortPartial).toBe(false);
  });

  it('that match a text are the newest, and this is reported', async () => {
    const found = await page('/api/purchase-money', 'search=vendor');
    expect([found.totalCount, found.isPartial]).toEqual([MONEY_WINDOW, true]);
    const newest = await page('/api/purchase-money', '');
    expect(found.data).toEqual(newest.data);
    const few = await page('/api/purchase-money', 'search=u-50');
    expect([few.isPartial, few.totalCount]).toEqual([false, 11 + 8]);
  });
});

it.each(LISTS)('rejects invalid days in the list of $name', async ({ url, query }) => {
  for (const [field, day] of [
    ['to', '9999-12-31'],
    ['from', '0001-01-01'],
    ['to', '2026-02-30'],
  ]) {
    const answer = await admin.get(`${url}?${query}&${field}=${day}`);
    expect([answer.statusCode, answer.json().error.fields[0].message]).toEqual([400, expect.stringMatching(/^(A date must be between|There is no such day)/)]);
  }
  expect((await admin.get(`${url}?${query}&from=1900-01-01&to=2199-12-31`)).statusCode).toBe(200);
});
