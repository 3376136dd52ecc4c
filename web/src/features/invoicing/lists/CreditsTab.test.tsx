import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import type { InvoicingAddress } from '../invoicing-address.ts';
import { CreditsTab } from './CreditsTab.tsx';

const credit = (id: number) => ({
  ...{ id, type: 'SHORT', state: 'EXPECTED', purchase_order_id: 7, po_number: 'PO-7', vendor: 'Norden', vendor_identity: 'NORDEN', line_id: 1, photos: 0 },
  ...{ supplier_sku: 'KET', product_name: 'Kettle', quantity: 2, amount: '10.00', memo: null, note: null, state_reason: null, applied_to: null },
  ...{ created_at: '2026-11-20 10:00:00', age_days: 1, refund: '0.00', refunded_on: null, refund_due: '0.00' },
});

function Screen() {
  const [address, setAddress] = useState<InvoicingAddress>({});
  return <CreditsTab address={address} onAddress={(part) => setAddress({ ...address, ...part } as InvoicingAddress)} mayWrite />;
}

it('counts and moves selected credits on several pages', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let moved: unknown;
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/vendor-credits', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 0);
      const list = { data: [credit(page + 1)], totals: { amount: '300.00' }, totalCount: 30, isPartial: false, isSortPartial: false };
      return HttpResponse.json({ ...list, currentPage: page, ageing: [] });
    }),
    http.post('/api/vendor-credits/move', async ({ request }) => {
      moved = await request.json();
      return HttpResponse.json({ moved: 2 });
    }),
  );
  const user = openPage(Screen, {});
  await user.click(await screen.findByRole('checkbox', { name: /Select credit 1,/ }));
  await user.click(screen.getByRole('button', { name: /Next/ }));
  await user.click(await screen.findByRole('checkbox', { name: /Select credit 2,/ }));
  expect(screen.getByText(/^2 credits, \$20\.00/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Requested' }));
  await user.click(await screen.findByRole('button', { name: 'Requested' }));
  await expect.poll(() => moved).toMatchObject({ creditIds: [1, 2], to: 'REQUESTED' });
});

it('links to refunds that are due', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/vendor-credits', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('refundDue'));
      const list = { data: [credit(1)], totals: { amount: '10.00' }, totalCount: 1, isPartial: false, isSortPartial: false };
      return HttpResponse.json({ ...list, currentPage: 0, ageing: [], refunds: { count: 2, amount: '25.00' } });
    }),
  );
  const user = openPage(Screen, {});
  const tile = await screen.findByRole('button', { name: /Refunds due.*\$25\.00.*2 credits/ });
  expect(asked).toEqual([null]);
  await user.click(tile);
  await waitFor(() => expect(asked).toEqual([null, 'true']));
  expect(screen.getByRole('button', { name: /Refunds due/, pressed: true })).toBeDefined();
});

it('selects nothing any more when another filter hides the selected credits', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/purchase-money/vendors', () => HttpResponse.json([])),
    http.get('/api/vendor-credits', ({ request }) => {
      const isDue = new URL(request.url).searchParams.get('refundDue') === 'true';
      const list = { data: [credit(isDue ? 2 : 1)], totals: { amount: '10.00' }, totalCount: 1, isPartial: false, isSortPartial: false };
      return HttpResponse.json({ ...list, currentPage: 0, ageing: [], refunds: { count: 1, amount: '25.00' } });
    }),
  );
  const user = openPage(Screen, {});
  await user.click(await screen.findByRole('checkbox', { name: /Select credit 1,/ }));
  expect(screen.getByText(/^1 credit, /)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Refunds due/ }));
  await screen.findByRole('checkbox', { name: /Select credit 2,/ });
  expect(screen.queryByText(/^1 credit, /)).toBeNull();
});
