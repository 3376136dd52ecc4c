import type { PoMoneyLine, PoMoneyRow } from '@stowage/contract/invoicing/purchase-money';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { CreditReviewDialog } from './CreditReviewDialog.tsx';

const line = (id: number, supplier_sku: string, part: Partial<PoMoneyLine>) =>
  ({
    ...{ id, supplier_sku, product_name: supplier_sku, ordered: 10, usable: 8, damaged: 0, billed: 10, unclaimed: '0.00', action: 'CREATE_CREDIT' },
    ...part,
  }) as PoMoneyLine;
const order = { id: 7, po_number: 'PO-7', vendor: 'Norden' } as PoMoneyRow;
const lines = [
  line(1, 'LAMP', { unclaimed: '10.00' }),
  line(2, 'SHADE', { unclaimed: '2.50' }),
  line(3, 'CORD', {}),
  line(4, 'BULB', { unclaimed: '4.00', action: 'WAIT' }),
];

it('shows the lines of a credit before it is created, without those whose units are still expected', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: unknown[] = [];
  let created = 0;
  server.use(
    http.post('/api/vendor-credits/from-differences', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ created: 2, amount: '14.00' });
    }),
  );
  openPage(() => <CreditReviewDialog order={order} lines={lines} onClose={() => {}} onCreated={() => created++} />, {});
  await screen.findByRole('button', { name: 'Create credit of $12.50' });
  expect(screen.queryByRole('checkbox', { name: 'Credit CORD' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Credit SHADE' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Credit BULB' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Create credit of $14.00' }));
  await waitFor(() => expect(created).toBe(1));
  expect(sent).toEqual([{ purchaseOrderId: 7, lineIds: [1, 4] }]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Credit LAMP' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Credit BULB' }));
  expect(screen.getByRole('button', { name: 'Create credit of $0.00' })).toHaveProperty('disabled', true);
});
