import type { CreditRow } from '@stowage/contract/vendor-credits';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
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
  ...part,
});
const invoice = (id: number, number: string, state: string, po: string) => ({ id, number, state, total: '50.00', po_numbers: [po] });

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
              invoice(3, 'OWN-3', 'PAID', 'PO-7'),
              invoice(4, 'PO-7', 'PAID', 'PO-9'),
            ]
          : [invoice(5, 'OLD-5', 'PAID', 'PO-1')].filter(({ number }) => number === search);
      return HttpResponse.json({ data, totals: {}, totalCount: data.length, isPartial: false, isSortPartial: false, currentPage: 0 });
    }),
    http.post('/api/vendor-credits/apply', async ({ request }) => {
      applied.push(await request.json());
      return HttpResponse.json({ applied: 1, amount: '10.00' });
    }),
  );
});

async function openApply(credits: CreditRow[]) {
  openPage(() => <CreditActions credits={credits} onDone={() => {}} />, {});
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to invoice' }));
  return within(await screen.findByRole('dialog', { name: 'Apply to invoice' }));
}
const choices = (dialog: Awaited<ReturnType<typeof openApply>>) => dialog.getAllByRole('option').map(({ textContent }: HTMLElement) => textContent);

it('a credit is applied to an invoice of its own order, without drafts and void ones', async () => {
  const dialog = await openApply([credit()]);
  await waitFor(() => expect(choices(dialog)).toEqual(['OWN-3, $50.00, PO PO-7']));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(applied).toEqual([{ creditIds: [1], invoiceId: 3 }]));
});

it('an older invoice is found by its number, and chosen by the person', async () => {
  const dialog = await openApply([credit({ po_number: 'PO-8' })]);
  await waitFor(() => expect(choices(dialog)).toEqual(['None of PO PO-8: find one by its number']));
  expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(dialog.getByLabelText(/Find another by its number/), 'OLD-5');
  await waitFor(() => expect(choices(dialog)).toEqual(['Choose an invoice', 'OLD-5, $50.00, PO PO-1']));
  await userEvent.selectOptions(dialog.getByLabelText('Invoice'), '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(applied).toEqual([{ creditIds: [1], invoiceId: 5 }]));
});

it('what was applied by mistake is taken off its invoice, with a reason', async () => {
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
  await waitFor(() => expect(moved).toEqual({ creditIds: [1], to: 'RECEIVED', reason: 'Wrong invoice' }));
});
