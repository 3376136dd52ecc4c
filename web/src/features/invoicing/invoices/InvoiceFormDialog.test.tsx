import { getInvoice } from '@stowage/contract/invoicing/vendor-invoices';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { useInvalidate } from '../../../api/query.ts';
import { InvoiceFormDialog } from './InvoiceFormDialog.tsx';

const line = {
  ...{ line_number: 1, purchase_order_id: 1, po_number: 'PO-1', purchase_order_line_id: 4, supplier_sku: 'KET', product_name: 'Kettle', quantity: 2 },
  ...{ unit_cost: '2.5000', amount: '5.00', po_cost: '2.5000', ordered: 10, usable: 8, damaged: 0, billed: 2, over_quantity: 0 },
  ...{ has_price_difference: false, difference: '0.00' },
};
const stored = {
  ...{ id: 7, version: 1, number: 'A-1', vendor: 'Norden', po_numbers: ['PO-1'], invoiced_on: '2026-11-18', due_on: null, paid_on: null, state: 'MATCHED' },
  ...{ goods: '5.00', freight: '0.00', tax: '0.00', discount: '0.00', total: '5.00', notes: null, files: [], lines: [line] },
};

const orderLine = {
  ...{ id: 4, supplier_sku: 'KET', product_name: 'Kettle', gtin: '', ordered: 10, unit_cost: '2.5000', usable: 8, damaged: 0, to_come: 0, billed: 0 },
  ...{ billed_amount: '0.00', billed_costs: [], quantity_difference: -8, difference: '0.00', unclaimed: '0.00', overclaimed: '0.00', action: 'BILL' },
};

let invoice: object = stored;
let sent: object[] = [];
beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [invoice, sent] = [stored, []];
  server.use(
    http.get('/api/vendor-invoices/number', () => HttpResponse.json([])),
    http.get('/api/vendor-invoices/7', () => HttpResponse.json(invoice)),
    http.put('/api/vendor-invoices/7', async ({ request }) => {
      sent.push((await request.json()) as object);
      return HttpResponse.json({ id: 7, state: 'MATCHED' });
    }),
  );
});

/** The form, and the page's reaction to scans and saves anywhere. */
function Screen() {
  const invalidate = useInvalidate();
  window.addEventListener('scan', () => void invalidate(getInvoice), { once: true });
  return <InvoiceFormDialog invoiceId={7} correctsId={undefined} firstPo={undefined} onClose={onClose} onSaved={() => {}} />;
}
const onClose = vi.fn();
const open = () => openPage(Screen, {});
const number = () => screen.findByLabelText('Invoice number');

it("retains typed values while codes are scanned and reports another person's edit", async () => {
  const user = open();
  await user.type(await screen.findByLabelText('Notes (optional)'), 'Half a note');
  invoice = { ...stored, version: 2, number: 'A-2', lines: [{ ...line, quantity: 3 }], total: '7.50' };
  window.dispatchEvent(new Event('scan'));
  expect(await screen.findByText(/Somebody else changed this invoice/)).toBeDefined();
  expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Half a note');
  expect(await number()).toHaveProperty('value', 'A-1');
  await user.click(screen.getByRole('button', { name: 'Load changes' }));
  expect(await number()).toHaveProperty('value', 'A-2');
  expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Half a note');
  expect(screen.queryByText(/Somebody else changed this invoice/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  await waitFor(() => expect(sent).toMatchObject([{ version: 2, number: 'A-2', notes: 'Half a note', lines: [{ quantity: 3 }] }]));
});

it('asks before typed values are discarded', async () => {
  onClose.mockClear();
  const user = open();
  await user.type(await number(), '9');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(await number()).toHaveProperty('value', 'A-19');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Leave' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('continues with the entered invoice when its answer was lost', async () => {
  const lost = { ...stored, number: 'A-1', version: 3 };
  invoice = lost;
  server.use(
    http.get('/api/purchase-money/find', () => HttpResponse.json({ id: 1, po_number: 'PO-1', vendor: 'Norden' })),
    http.get('/api/purchase-money/1/lines', () => HttpResponse.json({ po_number: 'PO-1', vendor: 'Norden', lines: [orderLine] })),
    http.post('/api/vendor-invoices', () =>
      HttpResponse.json({ error: { code: 'conflict', reason: 'client_id_used', message: 'Another invoice', details: { id: 7 } } }, { status: 409 }),
    ),
  );
  const user = openPage(() => <InvoiceFormDialog invoiceId={undefined} correctsId={undefined} firstPo="PO-1" onClose={onClose} onSaved={() => {}} />, {});
  await user.type(await screen.findByLabelText('Qty billed of KET'), '3');
  await user.type(await number(), 'A-1');
  await user.type(screen.getByLabelText('Invoice date'), '2026-11-18');
  await user.type(screen.getByLabelText('Total'), '7.50');
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  await user.click(await screen.findByRole('button', { name: 'Continue with it' }));
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  await waitFor(() => expect(sent).toMatchObject([{ version: 3, number: 'A-1', total: '7.50', lines: [{ quantity: 3 }] }]));
});

it('corrects a paid invoice with its own lines from all of its orders', async () => {
  const other = { ...line, line_number: 2, po_number: 'PO-2', purchase_order_line_id: 5, supplier_sku: 'PAN', quantity: 4, unit_cost: '3.0000' };
  invoice = { ...stored, state: 'PAID', po_numbers: ['PO-1', 'PO-2'], lines: [line, other] };
  let body: unknown;
  server.use(
    http.post('/api/vendor-invoices', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ id: 8, state: 'MATCHED' });
    }),
  );
  const user = openPage(() => <InvoiceFormDialog invoiceId={undefined} correctsId={7} firstPo={undefined} onClose={onClose} onSaved={() => {}} />, {});
  await user.type(await screen.findByLabelText('Qty billed of PAN'), '-1');
  expect(screen.getByText('4 at $3.00')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Fill in received units' })).toBeNull();
  expect(screen.queryByLabelText('PO Number')).toBeNull();
  await user.type(await number(), 'A-1C');
  await user.type(screen.getByLabelText('Invoice date'), '2026-11-18');
  await user.type(screen.getByLabelText('Total'), '-3');
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  await waitFor(() => expect(body).toMatchObject({ corrects_id: 7, lines: [{ purchase_order_line_id: 5, quantity: -1, unit_cost: '3.00' }] }));
});

it('asks about a year that is probably mistyped', async () => {
  const user = open();
  const date = await screen.findByLabelText('Invoice date');
  expect(screen.queryByText(/^The date/)).toBeNull();
  await user.clear(date);
  await user.type(date, '2126-11-18');
  expect(await screen.findByText('The date 2126-11-18 is more than a month ahead')).toBeDefined();
});

it('shows an error until it is fixed', async () => {
  const user = open();
  await user.clear(await screen.findByLabelText('Total'));
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  expect(await screen.findByText('Total is missing')).toBeDefined();
  await user.type(screen.getByLabelText('Total'), '5');
  expect(screen.queryByText('Total is missing')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save and match' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});
