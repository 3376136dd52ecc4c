import { centsOf } from '@stowage/contract/formats/money';
import { expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const finance = invoicingOf(await signIn('ROLE_ADMIN'));
const WAYS = ['', 'vendor=Totals%20Co', 'search=tot-', 'from=2026-11-10&to=2026-11-20', 'from=2026-11-01&to=2026-11-30'];

const order = await finance.order('TOT-1', [{ qty: 100, cost: '5', received: 40, vendor: 'Totals Co' }]);
const bill = (number: string, quantity: number, part: object = {}) =>
  finance.bill([[order.lineIds[0] ?? 0, quantity, '5']], `${quantity * 5 - Number((part as { discount?: string }).discount ?? 0)}.00`, { number, ...part });
await bill('TOT-A', 10, { discount: '7' });
const gone = (await bill('TOT-V', 20)).json().id as number;
await finance.void(gone);
await bill('TOT-D', 3, { submit: false });
await bill('TOT-X', 50, { discount: '11' });

it.each(WAYS)('adds up invoices and exceptions to their total: %s', async (filter) => {
  for (const list of ['', '&exceptions=true']) {
    const { totals } = await finance.invoices(filter + list);
    expect(centsOf(totals.goods) + centsOf(totals.freight) + centsOf(totals.tax) - centsOf(totals.discount)).toBe(centsOf(totals.total));
    expect(totals.discount).toBe(list === '' ? '18.00' : '11.00');
  }
});

it.each(WAYS)('lists void invoices and drafts and excludes them from totals unless filtered for: %s', async (filter) => {
  expect(await finance.invoices(filter)).toMatchObject({ totalCount: 4, totals: { goods: '300.00', total: '282.00' } });
  expect(await finance.invoices(`${filter}&status=VOID`)).toMatchObject({ totalCount: 1, totals: { goods: '100.00' } });
  expect(await finance.invoices(`${filter}&status=DRAFT`)).toMatchObject({ totalCount: 1, totals: { goods: '15.00' } });
});

it('excludes credits that nobody owes from the totals', async () => {
  await finance.creditDifferences(order.id);
  await finance.creditDifferences(order.id);
  const [credit] = (await finance.credits('search=TOT-1')).data;
  expect((await finance.credits()).totals).toEqual({ amount: '100.00' });
  await finance.move([credit?.id ?? 0], 'DENIED', { reason: 'No' });
  for (const filter of ['', 'vendor=Totals%20Co', 'search=TOT-1', `purchaseOrderId=${order.id}`]) {
    expect(await finance.credits(filter)).toMatchObject({ totalCount: 1, totals: { amount: '0.00' } });
  }
  expect((await finance.credits('status=DENIED')).totals).toEqual({ amount: '100.00' });
});
