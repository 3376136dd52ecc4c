import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { createKeys } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { InvoicingAddress } from '../invoicing-address.ts';
import { OrdersTab } from './OrdersTab.tsx';

/** A person's keys are this far apart. */
const HAND_GAP_MS = 200;

const amounts = { ordered: '1.00', received: '1.00', invoiced: '1.00', credit_expected: '0.00', credit_applied: '0.00', balance: '0.00' };
const row = { ...amounts, vendor: 'Norden', ordered_on: '2026-11-18', refund_due: '0.00', match: 'MATCHED', age_days: 3 };

it('moves through the orders by keys, and Enter shows and hides the lines of one', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const list = {
    ...{
      data: [
        { ...row, id: 1, po_number: 'PO-1' },
        { ...row, id: 2, po_number: 'PO-2' },
      ],
      totals: amounts,
    },
    ...{ totalCount: 2, isPartial: false, isSortPartial: false, currentPage: 0 },
  };
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/purchase-money', () => HttpResponse.json(list)),
    http.get('/api/purchase-money/1/lines', () => HttpResponse.json([])),
  );
  let shown: InvoicingAddress = {};
  openPage((props: AddressProps<InvoicingAddress>) => {
    shown = props.address;
    return <OrdersTab {...props} mayWrite />;
  }, {} as InvoicingAddress);
  await screen.findByRole('row', { name: /PO-1/ });
  const keys = createKeys(HAND_GAP_MS);
  keys.press(document.body, 'ArrowDown');
  expect(document.activeElement?.textContent).toContain('PO-1');
  keys.press(document.activeElement as HTMLElement, 'Enter');
  await waitFor(() => expect(shown.order).toBe(1));
  keys.press(document.activeElement as HTMLElement, 'Enter');
  await waitFor(() => expect(shown.order).toBeUndefined());
});
