import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, owner, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);
const buyer = purchasingOf(admin);

const LINES = 400;

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that a plan passed between nodes or read and dropped. */
function work(node: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return rows * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, one) => sum + work(one), 0);
}

async function workOf(statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (analyze, format json) ${statement}`.execute(db);
  const [
    {
      'QUERY PLAN': [plan],
    } = never(),
  ] = rows;
  return work(plan.Plan);
}

function never(): never {
  throw new Error('A plan is one row');
}

it('matches each line of an order at the same cost, also without table statistics', async () => {
  await sql`alter table vendor_invoice_lines set (autovacuum_enabled = off)`.execute(owner.db);
  await sql`alter table purchase_order_lines set (autovacuum_enabled = off)`.execute(owner.db);
  const rows = Array.from({ length: LINES }, (_, nth) => poRow('COST-1', { 'Supplier SKU': `C-${nth}`, 'Qty Ordered': 2, 'Unit Cost': '5' }));
  await buyer.upload(rows);
  const lines = await buyer.lines('COST-1');
  const bill = (quantity: number) =>
    finance.bill(
      lines.map(({ id }) => [id, quantity, '5'] as const),
      `${LINES * quantity * 5}.00`,
    );
  expect((await bill(1)).statusCode).toBe(200);
  const { id } = (await bill(1)).json();
  const order = (await finance.orders('search=COST-1')).data[0]?.id ?? 0;
  await finance.creditDifferences(order);
  // Each of some twenty steps sees each line a few times.
  const enough = LINES * 150;
  expect(await workOf(sql`select * from match_invoice_lines(array[${order}::bigint])`)).toBeLessThan(enough);
  expect(await workOf(sql`select * from match_order_lines(array[${order}::bigint])`)).toBeLessThan(enough);
  expect((await finance.invoice(id)).lines[LINES - 1]).toMatchObject({ billed: 2, over_quantity: 1, difference: '5.00' });
});
