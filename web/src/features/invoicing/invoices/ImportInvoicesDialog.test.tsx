import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { ImportInvoicesDialog } from './ImportInvoicesDialog.tsx';

const checked = { row: 1, number: 'A-1', po_number: 'PO-1', supplier_sku: 'KET', product_name: null, quantity: 1, unit_cost: '2.00', amount: '2.00' };

it('names the cell of each problem', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const problems = [
    'Supplier SKU: #N/A is the error of a formula: correct it in the spreadsheet',
    'Vendor "Maple": PO-1 is of Norden',
    'Total $3.00 differs from the $2.00 that lines, freight and tax come to',
  ];
  server.use(
    http.get('/api/files/invoices', () => HttpResponse.json([])),
    http.post('/api/vendor-invoices/file/check', () => HttpResponse.json({ rows: [{ ...checked, problems }], invoices: [] })),
  );
  const user = openPage(() => <ImportInvoicesDialog onClose={() => {}} />, {});
  const dialog = within(await screen.findByRole('dialog', { name: 'Import invoices' }));
  const text = 'Invoices of November\n\nInvoice Number,PO Number,Supplier SKU,Qty,Unit Cost,Invoice Date,Total,Vendor\nA-1,PO-1,#N/A,1,2.00,2026-11-18,3,Maple';
  await user.upload(dialog.getByLabelText('Invoice file'), new File([text], 'invoices.csv', { type: 'text/csv' }));
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(
    ['C4', 'H4', 'G4'].map((cell, nth) => `${cell} ${problems[nth]}`),
  );
});

it('shows the first five warnings of a file, and how many there are', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const invoices = Array.from({ length: 7 }, (_, nth) => ({
    ...{ number: `A-${nth}`, vendor: 'Norden', row: nth + 1, invoiced_on: '2021-11-18', due_on: null, lines: 1 },
    ...{ freight: '0.00', tax: '0.00', discount: '0.00', total: '2.00', warning: 'The date is old' },
  }));
  server.use(
    http.get('/api/files/invoices', () => HttpResponse.json([])),
    http.post('/api/vendor-invoices/file/check', () => HttpResponse.json({ rows: [{ ...checked, problems: [] }], invoices })),
  );
  const user = openPage(() => <ImportInvoicesDialog onClose={() => {}} />, {});
  const dialog = within(await screen.findByRole('dialog', { name: 'Import invoices' }));
  const text = 'Invoice Number,PO Number,Supplier SKU,Qty,Unit Cost,Invoice Date\nA-1,PO-1,KET,1,2.00,2021-11-18';
  await user.upload(dialog.getByLabelText('Invoice file'), new File([text], 'invoices.csv', { type: 'text/csv' }));
  const warned = Array.from({ length: 5 }, (_, nth) => `A-${nth}: The date is old; `).join('');
  expect((await dialog.findByText(/The date is old/)).textContent).toBe(`${warned}2 more`);
});
