import { centsOf, lineCents, moneyOf } from '@stowage/contract/formats/money';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { INVOICE_FILE_MAX_ROWS } from '@stowage/contract/invoicing/invoice-import';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);

const LINES_PER_ORDER = 10;
const LINES = 10_000;
const ORDERS = LINES / LINES_PER_ORDER;
const VENDORS = 20;

/** Pseudo-random numbers, equal in each run. */
let seed = 12;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const decimal = (tenThousandths: number) => `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`;

/** The fault of a line: most often none. */
const FATES = ['SHORT', 'DAMAGED', 'OVERCHARGED', 'WITHIN_TOLERANCE', 'UNBILLED'] as const;

const orders = Array.from({ length: ORDERS }, (_, nth) => {
  const lines = Array.from({ length: LINES_PER_ORDER }, (_line, at) => {
    const ordered = 1 + random(40);
    const cost = 1 + random(300_000);
    const fate = FATES[random(40)];
    const received = fate === 'SHORT' ? random(ordered) : ordered;
    const damaged = fate === 'DAMAGED' ? 1 + random(ordered) : 0;
    const tolerated = Math.max(Math.floor(cost / 100), 200);
    const billedCost = fate === 'OVERCHARGED' ? cost + tolerated + 1 + random(20_000) : fate === 'WITHIN_TOLERANCE' ? cost + random(tolerated + 1) : cost;
    // Unbilled units are no difference.
    const billed = fate === 'UNBILLED' ? Math.max(1, ordered - 1) : ordered;
    return { sku: `L-${nth}-${at}`, ordered, cost: decimal(cost), received, damaged, billed, billedCost: decimal(billedCost) };
  });
  const goods = lines.reduce((sum, { billed, billedCost }) => sum + lineCents(billed, billedCost), 0);
  const hasFreight = random(25) === 0;
  const freight = hasFreight ? Math.floor(goods / 10) + 1 : random(2) === 0 ? Math.floor(goods / 10) : 0;
  return { number: `INV-0${nth}`, po: `PO-${nth}`, vendor: `Vendor ${nth % VENDORS}`, lines, goods, freight, hasFreight, isTwin: random(20) === 0 };
});

const isOff = (cost: string, billed: string) => Math.abs(Number(billed) - Number(cost)) > Math.max(Number(cost) * 0.01, 0.02) + 1e-9;

/** The expected result for a line, computed independently, in cents. */
function planted({ ordered: _ordered, cost, received, damaged, billed, billedCost }: (typeof orders)[number]['lines'][number]) {
  const over = Math.max(billed - (received - damaged), 0);
  const amount = lineCents(billed, billedCost);
  const overAmount = amount - lineCents(billed - over, billedCost);
  const overcharge = isOff(cost, billedCost) ? lineCents(billed - over, billedCost) - lineCents(billed - over, cost) : 0;
  return { over, difference: overAmount + overcharge, isOff: isOff(cost, billedCost) && overAmount + overcharge > 0 };
}

async function storeOrders(): Promise<void> {
  const rows = orders.flatMap(({ po, vendor, lines }) =>
    lines.map(({ sku, ordered, cost }) => poRow(po, { Vendor: vendor, 'Supplier SKU': sku, 'Qty Ordered': ordered, 'Unit Cost': cost })),
  );
  expect((await purchasingOf(admin).upload(rows)).json()).toBe(1);
  await sql`
    insert into packing_lists (purchase_order_id, number, label, shipment_id, created_by) select id, 1, 'Packing List 1', '1', created_by from purchase_orders`.execute(
    db,
  );
  await sql`
    insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity)
    select l.id, n.id, n.ordered from packing_lists l join purchase_order_lines n on n.purchase_order_id = l.purchase_order_id`.execute(db);
  const came = orders.flatMap(({ lines }) => lines);
  const [skus, received, damaged] = [came.map(({ sku }) => sku), came.map((line) => line.received), came.map((line) => line.damaged)];
  const facts = sql`unnest(${skus}::text[], ${received}::int[], ${damaged}::int[]) as f (sku, received, damaged) join purchase_order_lines n on n.supplier_sku = f.sku
    join packing_lists l on l.purchase_order_id = n.purchase_order_id`;
  await sql`
    insert into receipts (packing_list_id, purchase_order_line_id, scanned_code, quantity, running_total, actor_id)
    select l.id, n.id, n.gtin, f.received, f.received, l.created_by from ${facts}`.execute(db);
  await sql`
    update packing_list_lines x set damaged = f.damaged, notes = 'Broken' from ${facts}
    where x.packing_list_id = l.id and x.purchase_order_line_id = n.id and f.damaged > 0`.execute(db);
}

const fileRow = ({ number, po, freight }: (typeof orders)[number], { sku, billed, billedCost }: (typeof orders)[number]['lines'][number]) => ({
  ...{ number, po_number: po, supplier_sku: sku, quantity: String(billed), unit_cost: billedCost, invoiced_on: '2026-11-18', freight: moneyOf(freight) },
});

it(`finds every seeded difference in ${numberText(LINES)} lines, invents none, and has the totals of receipts and invoices`, async () => {
  await storeOrders();
  const rows = orders.flatMap((order) => order.lines.map((line) => fileRow(order, line)));
  for (let from = 0; from < rows.length; from += INVOICE_FILE_MAX_ROWS) {
    const part = rows.slice(from, from + INVOICE_FILE_MAX_ROWS);
    const check = (await admin.post('/api/vendor-invoices/file/check', { rows: part })).json();
    expect(check.rows.filter(({ problems }: { problems: string[] }) => problems.length > 0)).toEqual([]);
    expect((await admin.post('/api/vendor-invoices/file', { rows: part })).json().ids).toHaveLength(part.length / LINES_PER_ORDER);
  }
  // The same number is rejected as a whole; a resembling number is entered and reported.
  expect((await admin.post('/api/vendor-invoices/file', { rows: rows.slice(0, 5) })).json().error.reason).toBe('bad_rows');
  const twins = orders.filter(({ isTwin }) => isTwin);
  const twinRows = twins.map((order) => ({ ...fileRow(order, order.lines[0] ?? never()), number: order.number.replace('-0', ' - '), freight: '' }));
  expect((await admin.post('/api/vendor-invoices/file', { rows: twinRows })).json().ids).toHaveLength(twins.length);

  const { rows: judged } = await sql<{ number: string; issues: string[]; difference: string; state: string }>`
    select i.number, m.issues, m.difference, i.state from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id where i.number not like '% - %' order by i.id`.execute(
    db,
  );
  expect(judged).toHaveLength(ORDERS);
  const found = new Map(judged.map((one) => [one.number, one]));
  for (const order of orders) {
    const lines = order.lines.map((line, at) => (order.isTwin && at === 0 ? withTwin(line) : planted(line)));
    const issues = [
      ...(lines.some(({ over, difference }) => over > 0 && difference > 0) ? ['QUANTITY'] : []),
      ...(lines.some((line) => line.isOff) ? ['PRICE'] : []),
      ...(order.hasFreight ? ['FREIGHT'] : []),
    ];
    const difference = moneyOf(lines.reduce((sum, line) => sum + line.difference, 0));
    expect(found.get(order.number)).toEqual({ number: order.number, issues, difference, state: issues.length === 0 ? 'MATCHED' : 'EXCEPTION' });
  }
  const { rows: twinsFound } = await sql<{ issues: string[] }>`
    select m.issues from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id where i.number like '% - %'`.execute(db);
  expect(twinsFound).toHaveLength(twins.length);
  for (const { issues } of twinsFound) expect(issues).toEqual(expect.arrayContaining(['DUPLICATE', expect.stringMatching('QUANTITY|NOT_RECEIVED')]));

  const sum = (amount: (order: (typeof orders)[number]) => number) => moneyOf(orders.reduce((total, order) => total + amount(order), 0));
  const ofLines = (amount: (line: (typeof orders)[number]['lines'][number]) => number) =>
    sum(({ lines }) => lines.reduce((total, line) => total + amount(line), 0));
  const twinGoods = twins.reduce((total, { lines: [line = never()] }) => total + lineCents(line.billed, line.billedCost), 0);
  const invoiced = moneyOf(centsOf(sum(({ goods }) => goods)) + twinGoods);
  const received = ofLines(({ received: came, damaged, cost }) => lineCents(came - damaged, cost));
  const { totals, totalCount } = await finance.orders();
  expect([totalCount, totals.ordered, totals.received, totals.invoiced]).toEqual([
    ORDERS,
    ofLines(({ ordered, cost }) => lineCents(ordered, cost)),
    received,
    invoiced,
  ]);
  expect(centsOf(totals.balance)).toBe(centsOf(invoiced) - centsOf(received));
  const invoices = await finance.invoices();
  expect([invoices.totalCount, invoices.totals.goods, invoices.totals.freight]).toEqual([ORDERS + twins.length, invoiced, sum(({ freight }) => freight)]);
  const ledger = await sql<{ sum: string }>`
    select sum(line_amount(r.quantity - d.damaged, n.unit_cost)) as sum
    from (select purchase_order_line_id as id, sum(quantity)::int as quantity from receipts group by 1) r
    join (select purchase_order_line_id as id, sum(damaged)::int as damaged from packing_list_lines group by 1) d using (id) join purchase_order_lines n using (id)`.execute(
    db,
  );
  expect(totals.received).toBe(ledger.rows[0]?.sum);

  // Credits for all differences of an order equal those differences.
  const [one] = orders.filter(({ lines, isTwin }) => !isTwin && lines.some((line) => planted(line).difference > 0));
  const { id } = (await admin.get(`/api/purchase-money/find?number=${one?.po}`)).json();
  const credited = (await finance.creditDifferences(id)).json();
  expect(credited.amount).toBe(moneyOf((one?.lines ?? []).reduce((total, line) => total + planted(line).difference, 0)));
});

/** When a second invoice bills a line again, the first one exceeds only by the rest. */
function withTwin(line: (typeof orders)[number]['lines'][number]) {
  const usable = line.received - line.damaged;
  const over = Math.min(line.billed, Math.max(2 * line.billed - usable - line.billed, 0));
  const overAmount = lineCents(line.billed, line.billedCost) - lineCents(line.billed - over, line.billedCost);
  const overcharge = isOff(line.cost, line.billedCost) ? lineCents(line.billed - over, line.billedCost) - lineCents(line.billed - over, line.cost) : 0;
  return { over, difference: overAmount + overcharge, isOff: isOff(line.cost, line.billedCost) && overAmount + overcharge > 0 };
}

function never(): never {
  throw new Error('An order has lines');
}
