import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import type { InvoicingAddress } from '../invoicing-address.ts';
import { InvoicesTab } from './InvoicesTab.tsx';

const amounts = { goods: '100.00', freight: '5.00', tax: '1.00', discount: '6.50', total: '99.50' };
const row = {
  ...{ id: 1, number: 'A-1', vendor: 'Norden', po_numbers: ['PO-1'], invoiced_on: '2026-11-18', due_on: null, paid_on: '2026-11-20', state: 'PAID' },
  ...{ should_be_paid: 'YES', issues: [], difference: '0.00', credited: '10.00', amount_paid: '99.50', to_pay: '0.00', refund_due: '10.00', has_file: false },
  ...amounts,
};

function open(address: InvoicingAddress, isExceptions = false) {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/vendor-invoices', () =>
      HttpResponse.json({ data: [row], totals: amounts, totalCount: 3, isPartial: false, isSortPartial: false, currentPage: 0 }),
    ),
  );
  openPage(
    (props: { address: InvoicingAddress; onAddress: (part: Partial<InvoicingAddress>) => void }) => <InvoicesTab {...props} isExceptions={isExceptions} />,
    address,
  );
}

it('shows totals that add up in each row: goods, freight and tax less the discount', async () => {
  open({});
  const rows = await screen.findAllByRole('row');
  for (const shown of [rows[1], rows[2]]) {
    const cells = within(shown as HTMLElement);
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
