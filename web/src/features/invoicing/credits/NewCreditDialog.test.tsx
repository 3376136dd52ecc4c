import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { NewCreditDialog } from './NewCreditDialog.tsx';

const lineOf = (id: number) => ({ id, supplier_sku: `SKU-${id}`, product_name: 'Kettle' });

it("doesn't send one order's line with another order", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let sent: unknown;
  server.use(
    http.get('/api/purchase-money/find', ({ request }) => {
      const number = new URL(request.url).searchParams.get('number') ?? '';
      return HttpResponse.json({ id: Number(number.at(-1)), po_number: number, vendor: 'Norden' });
    }),
    http.get('/api/purchase-money/:id/lines', ({ params }) => HttpResponse.json({ po_number: '', vendor: null, lines: [lineOf(Number(params.id) * 10)] })),
    http.post('/api/vendor-credits', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ id: 1 });
    }),
  );
  const user = openPage(() => <NewCreditDialog onClose={() => {}} />, {});
  await user.selectOptions(screen.getByLabelText('Type'), 'REBATE');
  await user.type(screen.getByLabelText('PO Number'), 'PO-1');
  await user.click(screen.getByRole('button', { name: 'Find PO' }));
  await user.selectOptions(await screen.findByLabelText('Line (optional)'), await screen.findByRole('option', { name: /SKU-10/ }));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.clear(screen.getByLabelText('PO Number'));
  await user.type(screen.getByLabelText('PO Number'), 'PO-2');
  await user.click(screen.getByRole('button', { name: 'Find PO' }));
  expect(await screen.findByLabelText('Line (optional)')).toHaveProperty('value', '');
  await user.type(screen.getByLabelText('Amount'), '5');
  await user.type(screen.getByLabelText('What it is for'), 'Bonus');
  await user.click(screen.getByRole('button', { name: 'Create credit' }));
  await waitFor(() => expect(sent).toMatchObject({ purchaseOrderId: 2, amount: '5' }));
  expect(sent).not.toHaveProperty('purchaseOrderLineId');
});

it('refuses a quantity that is no whole number instead of leaving it out', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: { quantity?: number }[] = [];
  server.use(
    http.get('/api/purchase-money/find', () => HttpResponse.json({ id: 1, po_number: 'PO-1', vendor: 'Norden' })),
    http.get('/api/purchase-money/:id/lines', () => HttpResponse.json({ po_number: '', vendor: null, lines: [lineOf(10)] })),
    http.post('/api/vendor-credits', async ({ request }) => {
      sent.push((await request.json()) as { quantity?: number });
      return HttpResponse.json({ id: 1 });
    }),
  );
  const user = openPage(() => <NewCreditDialog onClose={() => {}} />, {});
  await user.type(screen.getByLabelText('PO Number'), 'PO-1');
  await user.click(screen.getByRole('button', { name: 'Find PO' }));
  await user.type(await screen.findByLabelText('Amount'), '5');
  const quantity = screen.getByLabelText(/^Qty/);
  await user.type(quantity, '1,000');
  await user.click(screen.getByRole('button', { name: 'Create credit' }));
  expect(await screen.findByText('Enter a whole number, at least 1')).toBeDefined();
  await user.clear(quantity);
  await user.type(quantity, '1000');
  await user.click(screen.getByRole('button', { name: 'Create credit' }));
  await waitFor(() => expect(sent.map((body) => body.quantity)).toEqual([1000]));
});
