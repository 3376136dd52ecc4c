import { expect, it } from 'vitest';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);

it('leaves no invoice as the duplicate of one that it voids, entered meanwhile for another order', async () => {
  const [one, two] = [
    await finance.order('PO-IU1', [{ qty: 10, cost: '2.50', received: 10 }]),
    await finance.order('PO-IU2', [{ qty: 10, cost: '2.50', received: 10 }]),
  ];
  const [line] = await purchasingOf(admin).lines('PO-IU1');
  const row = { number: 'IU-100', po_number: 'PO-IU1', supplier_sku: line?.supplier_sku, quantity: '4', unit_cost: '2.50', invoiced_on: '2026-11-18' };
  expect((await admin.post('/api/vendor-invoices/file', { rows: [row], file_name: 'bills.csv' })).statusCode).toBe(200);
  const [file] = (await admin.get('/api/files/invoices')).json();
  const undo = () => admin.post(`/api/files/${file.id}/undo`);
  const { undone, entered } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('purchase_orders').select('id').where('id', '=', one.id).forNoKeyUpdate().execute();
    const waiting = undo().then((answer) => answer);
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
    const { id } = (await finance.bill([[two.lineIds[0] ?? 0, 4, '2.50']], '10.00', { number: 'IU 100' })).json();
    expect((await finance.invoice(id)).issues).toEqual(['DUPLICATE']);
    return { undone: waiting, entered: id as number };
  });
  const refused = await undone;
  expect((await undo()).json().state).toBe('UNDONE');
  expect((await finance.invoice(entered)).issues).toEqual([]);
  expect(refused.json().error?.message).toBe('An invoice with a resembling number was entered just now: undo the file again');
});
