import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { createKeys } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { InvoicingAddress } from '../invoicing-address.ts';
import { InvoicesTab } from './InvoicesTab.tsx';

const amounts = { goods: '100.00', freight: '5.00', tax: '1.00', discount: '6.50', total: '99.50' };
const row = {
  ...{ id: 1, number: 'A-1', vendor: 'Norden', po_numbers: ['PO-1'], invoiced_on: '2026-11-18', due_on: null, paid_on: '2026-11-20', state: 'PAID' },
  ...{ should_be_paid: 'YES', issues: [], difference: '0.00', credited: '10.00', amount_paid: '99.50', to_pay: '0.00', refund_due: '10.00', has_file: false },
  ...amounts,
};

let shown: InvoicingAddress = {};

function open(address: InvoicingAddress, isExceptions = false) {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/vendor-invoices', () =>
      HttpResponse.json({
        data: [row, { ...row, id: 2, number: 'A-2', state: 'MATCHED' }],
        totals: amounts,
        totalCount: 3,
        isPartial: false,
        isSortPartial: false,
        currentPage: 0,
      }),
    ),
  );
  return openPage((props: AddressProps<InvoicingAddress>) => {
    shown = props.address;
    return <InvoicesTab {...props} mayWrite isExceptions={isExceptions} />;
  }, address);
}

it('shows totals that add up in each row: goods, freight and tax less the discount', async () => {
  open({});
  const rows = await screen.findAllByRole('row');
  for (const one of [rows[1], rows.at(-1)]) {
    const cells = within(one as HTMLElement);
    for (const text of ['$100.00', '$5.00', '$1.00', '−$6.50', '$99.50']) expect(cells.getByText(text)).toBeDefined();
  }
  expect(within(rows[1] as HTMLElement).getByText('Refund due')).toBeDefined();
});

it('states what the totals exclude, unless it is filtered for', async () => {
  open({});
  expect(await screen.findByText('without draft and void')).toBeDefined();
});

it.each([
  [{ status: 'VOID' }, false],
  [{}, true],
])('states nothing when nothing is excluded', async (address, isExceptions) => {
  open(address, isExceptions);
  expect(await screen.findByText(/Total of/)).toBeDefined();
  expect(screen.queryByText(/without/)).toBeNull();
});

it('names an exception once in its row, with its issues', async () => {
  open({}, true);
  server.use(
    http.get('/api/vendor-invoices', () =>
      HttpResponse.json({
        data: [{ ...row, paid_on: null, state: 'EXCEPTION', should_be_paid: 'EXCEPTION', issues: ['PRICE'] }],
        ...{ totals: amounts, totalCount: 1, isPartial: false, isSortPartial: false, currentPage: 0 },
      }),
    ),
  );
  const cells = within(await screen.findByRole('row', { name: /A-1/ }));
  expect(cells.getAllByText('Exception')).toHaveLength(1);
  expect(cells.getByText('Price difference')).toBeDefined();
});

it('shows filters as chips, and clears them together', async () => {
  const user = open({ q: 'Nor', vendor: 'Norden', status: 'PAID', from: '2026-11-01' });
  const chips = within(await screen.findByRole('list', { name: 'Filters' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    ...['Search: Nor', 'Vendor: Norden', 'Invoice date from 11/01/2026', 'Status: Paid', 'Clear all'],
  ]);
  await user.click(chips.getByRole('button', { name: 'Clear all' }));
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  expect(screen.getByText('3 invoices')).toBeDefined();
});

it('opens an invoice by the keyboard, and edits one that can be edited', async () => {
  open({});
  await screen.findAllByRole('row');
  const keys = createKeys(150);
  const press = (key: string) => keys.press(document.activeElement as HTMLElement, key);
  press('ArrowDown');
  press('Enter');
  expect(shown.invoice).toBe(1);
  press('ArrowDown');
  press('e');
  await waitFor(() => expect(shown).toMatchObject({ invoice: 2, window: 'edit' }));
});
