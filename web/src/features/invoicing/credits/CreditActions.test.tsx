import type { CreditRow } from '@stowage/contract/invoicing/vendor-credits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { CreditActions } from './CreditActions.tsx';

const credit = (part: Partial<CreditRow> = {}): CreditRow => ({
  ...{
    id: 1,
    type: 'SHORT',
    state: 'RECEIVED',
    purchase_order_id: 7,
    po_number: 'PO-7',
    vendor: 'Norden',
    vendor_identity: 'NORDEN',
    line_id: 1,
    photos: 0,
    supplier_sku: 'KET',
    product_name: 'Kettle',
  },
  ...{ quantity: 2, amount: '10.00', memo: null, note: null, state_reason: null, applied_to: null, created_at: '2026-11-20 10:00:00', age_days: 1 },
  ...{ refund: '0.00', refunded_on: null, refund_due: '0.00' },
  ...part,
});
const invoice = (id: number, number: string, state: string, po: string, part: object = {}) => ({
  ...{ id, number, state, total: '50.00', to_pay: state === 'PAID' ? '0.00' : '50.00', po_numbers: [po] },
  ...part,
});

const SEEN = [{ id: 1, state: 'RECEIVED', amount: '10.00', refund: '0.00' }];

let applied: unknown[] = [];
beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  applied = [];
  server.use(
    http.get('/api/vendor-invoices', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search');
      const data =
        search === 'PO-7'
          ? [
              invoice(1, 'DRAFT-1', 'DRAFT', 'PO-7'),
              invoice(2, 'VOID-2', 'VOID', 'PO-7'),
              invoice(3, 'NEW-3', 'PAID', 'PO-7'),
              invoice(6, 'SMALL-6', 'MATCHED', 'PO-7', { total: '20.00', to_pay: '5.00' }),
              invoice(7, 'OLD-7', 'EXCEPTION', 'PO-7', { total: '60.00' }),
              invoice(4, 'PO-7', 'PAID', 'PO-9'),
            ]
          : [invoice(5, 'OLD-5', 'PAID', 'PO-1')].filter(({ number }) => number === search);
      return HttpResponse.json({ data, totals: {}, totalCount: data.length, isPartial: false, isSortPartial: false, currentPage: 0 });
    }),
    http.post('/api/vendor-credits/apply', async ({ request }) => {
      applied.push(await request.json());
      return HttpResponse.json({ applied: 1, amount: '10.00', refund_due: '0.00' });
    }),
    http.post('/api/vendor-credits/refund', async ({ request }) => {
      applied.push(await request.json());
      return HttpResponse.json({ refunded: 1, amount: '10.00' });
    }),
  );
});

async function openApply(credits: CreditRow[]) {
  openPage(() => <CreditActions credits={credits} onDone={() => {}} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to invoice' }));
  return within(await screen.findByRole('dialog', { name: 'Apply to invoice' }));
}
const choices = (dialog: Awaited<ReturnType<typeof openApply>>) => dialog.getAllByRole('option').map(({ textContent }: HTMLElement) => textContent);

it("offers invoices of the credit's own order with enough left to pay, without drafts and void ones", async () => {
  const dialog = await openApply([credit()]);
  await waitFor(() =>
    expect(choices(dialog)).toEqual([
      'SMALL-6, Matched, $5.00 to pay of $20.00, PO-7',
      'OLD-7, Exception, $50.00 to pay of $60.00, PO-7',
      'NEW-3, Paid, $0.00 to pay of $50.00, PO-7',
    ]),
  );
  expect(dialog.getByText('$40.00 will be left to pay.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(applied).toEqual([{ creditIds: [1], invoiceId: 7, seen: SEEN, to_pay: '50.00' }]));
});

it("explains that a paid invoice's credit is refunded, and rejects more than is left to pay", async () => {
  const dialog = await openApply([credit()]);
  await waitFor(() => expect(choices(dialog)).toHaveLength(3));
  await userEvent.selectOptions(dialog.getByLabelText('Invoice'), '3');
  expect(dialog.getByText(/Invoice NEW-3 is paid in full: the vendor refunds \$10\.00/)).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Invoice'), '6');
  expect(dialog.getByText(/Only \$5\.00 of invoice SMALL-6 is left to pay/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
});

it("doesn't preselect a paid invoice", async () => {
  server.use(
    http.get('/api/vendor-invoices', () => HttpResponse.json({ data: [invoice(3, 'NEW-3', 'PAID', 'PO-7')], totals: {}, totalCount: 1, currentPage: 0 })),
  );
  const dialog = await openApply([credit()]);
  await waitFor(() => expect(choices(dialog)).toEqual(['Choose an invoice', 'NEW-3, Paid, $0.00 to pay of $50.00, PO-7']));
  expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
});

it('moves a credit only as the person saw it when the dialog opened', async () => {
  server.use(
    http.post('/api/vendor-credits/move', async ({ request }) => {
      applied.push(await request.json());
      return HttpResponse.json({ moved: 1 });
    }),
  );
  let change = (_credits: CreditRow[]) => {};
  openPage(() => {
    const [credits, setCredits] = useState([credit({ state: 'EXPECTED' })]);
    change = setCredits;
    return <CreditActions credits={credits} onDone={() => {}} />;
  }, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Received' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Received: 1 credit' }));
  act(() => change([credit({ state: 'REQUESTED', amount: '8.00' })]));
  await userEvent.click(dialog.getByRole('button', { name: 'Received' }));
  await waitFor(() =>
    expect(applied).toMatchObject([{ to: 'RECEIVED', amount: '10.00', seen: [{ id: 1, state: 'EXPECTED', amount: '10.00', refund: '0.00' }] }]),
  );
});

it('records a due refund as received', async () => {
  const due = credit({ state: 'APPLIED', refund: '10.00', refund_due: '10.00' });
  openPage(() => <CreditActions credits={[due]} onDone={() => {}} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Refund received' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund received' }));
  expect(dialog.getByText('The vendor paid back $10.00.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Refund received' }));
  await waitFor(() =>
    expect(applied).toMatchObject([
      { creditIds: [1], refunded_on: expect.stringMatching(/^20/), seen: [{ id: 1, state: 'APPLIED', amount: '10.00', refund: '10.00' }] },
    ]),
  );
});

it('leaves a refund on its invoice until it is reported as a mistake', async () => {
  const refunded = credit({ state: 'APPLIED', refund: '10.00', refunded_on: '2026-11-20' });
  openPage(() => <CreditActions credits={[refunded]} onDone={() => {}} />, {});
  expect(await screen.findByRole('button', { name: 'Not refunded' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Take off invoice' })).toBeNull();
});

it('finds an older invoice by its number and lets the person choose it', async () => {
  const dialog = await openApply([credit({ po_number: 'PO-8' })]);
  await waitFor(() => expect(choices(dialog)).toEqual(['PO-8 has no invoice: find one by number']));
  expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(dialog.getByLabelText(/Find another invoice by number/), 'OLD-5');
  await waitFor(() => expect(choices(dialog)).toEqual(['Choose an invoice', 'OLD-5, Paid, $0.00 to pay of $50.00, PO-1']));
  await userEvent.selectOptions(dialog.getByLabelText('Invoice'), '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(applied).toEqual([{ creditIds: [1], invoiceId: 5, seen: SEEN, to_pay: '0.00' }]));
});

it('removes a wrongly applied credit from its invoice with a reason', async () => {
  let moved: unknown;
  server.use(
    http.post('/api/vendor-credits/move', async ({ request }) => {
      moved = await request.json();
      return HttpResponse.json({ moved: 1 });
    }),
  );
  openPage(() => <CreditActions credits={[credit({ state: 'APPLIED' })]} onDone={() => {}} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Take off invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Take off invoice/ }));
  expect(dialog.getByRole('button', { name: 'Take off invoice' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Wrong invoice');
  await userEvent.click(dialog.getByRole('button', { name: 'Take off invoice' }));
  await waitFor(() =>
    expect(moved).toEqual({ creditIds: [1], to: 'RECEIVED', reason: 'Wrong invoice', seen: [{ id: 1, state: 'APPLIED', amount: '10.00', refund: '0.00' }] }),
  );
});
