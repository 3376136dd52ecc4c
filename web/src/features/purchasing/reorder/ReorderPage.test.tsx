import type { ReorderProposal } from '@stowage/contract/purchasing/reorder';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { ReorderPage } from './ReorderPage.tsx';
import type { ReorderAddress } from './reorder-address.ts';

const row = (product_id: number, part: Partial<ReorderProposal> = {}): ReorderProposal => ({
  ...{ product_id, title: `Thing ${product_id}`, vendor: 'Norden', gtin: '036000291452', supplier_sku: `S-${product_id}`, unit_cost: '2.5', case_pack: 12 },
  ...{ minimum_quantity: 1, lead_days: 14, local: 10, fba: 0, waiting: 0, on_order: 0, in_drafts: 0, sold_7: 14, sold_30: 60, sold_90: 180, per_day: 2 },
  ...{
    is_season: false,
    season: 1,
    days_left: 5,
    short_days: 9,
    quantity: 60,
    amount: '150.00',
    problem: null,
    reasons: ['Sold 14 in 7 days.', '10 in stock.'],
  },
  ...part,
});
const opened = vi.fn();
let asked: URLSearchParams | undefined;
let ordered: unknown[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  ordered = [];
  opened.mockClear();
  server.use(
    http.get('/api/reorder', ({ request }) => {
      asked = new URL(request.url).searchParams;
      const data = [row(1), row(2, { problem: 'NO_GTIN', is_season: true })];
      return HttpResponse.json({ data, totalCount: 2, totalPages: 1, currentPage: 0, calculated_at: '2026-11-20 14:03:05', fba_days: 30 });
    }),
    http.get('/api/reorder/vendors', () =>
      HttpResponse.json({ vendors: [{ vendor: 'Norden', products: 2, units: 120, amount: '300.00', minimum_order: '500.00', lead_days: 14 }] }),
    ),
    http.post('/api/reorder/drafts', async ({ request }) => {
      ordered.push(await request.json());
      return HttpResponse.json({ drafts: [{ id: 8, po_number: 'PO-2026-0008', vendor: 'Norden', lines: 1 }] });
    }),
  );
});

const open = (address: ReorderAddress = {}) => openPage<ReorderAddress>((props) => <ReorderPage {...props} onOpen={opened} />, address);

it('shows the most urgent first, with reasons, what is missing to the minimum, and how much of FBA is known', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Why Thing 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Thing 1' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sold 14 in 7 days.', '10 in stock.']);
  expect([asked?.get('sort'), asked?.get('descending'), asked?.get('show')]).toEqual(['short_days', 'true', 'order']);
  expect(screen.getByText('$200.00 missing')).toBeDefined();
  expect(screen.getByText(/FBA shipments are known for 30 of the last 90 days/)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Make order draft' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/purchase-orders/drafts/8'));
  expect(ordered).toMatchObject([{ product_ids: [1] }]);
});

it('says why a product can’t be ordered, and offers no draft of it', async () => {
  open({ why: 2 });
  const dialog = await screen.findByRole('dialog', { name: 'Thing 2' });
  expect(within(dialog).getByText(/has no UPC or EAN/)).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: 'Make order draft' })).toBeNull();
});

it('makes the draft of a vendor, and of selected products', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Make order draft for Norden' }));
  await waitFor(() => expect(ordered).toMatchObject([{ vendor: 'Norden' }]));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Thing 2' }));
  await user.click(screen.getByRole('button', { name: 'Make order drafts' }));
  await waitFor(() => expect(ordered).toMatchObject([{ vendor: 'Norden' }, { product_ids: [2] }]));
});

it('shows proposals to people who receive, without a way to order', async () => {
  signedIn();
  open();
  expect(await screen.findByText('Thing 1')).toBeDefined();
  expect(screen.queryByRole('button', { name: /order draft/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Calculate now' })).toBeNull();
});

it('exports selected products that need no order too', async () => {
  let exported: URLSearchParams | undefined;
  server.use(
    http.get('/api/reorder/export.csv', ({ request }) => {
      exported = new URL(request.url).searchParams;
      return new HttpResponse('Product\r\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const user = open({ show: 'all' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Thing 1' }));
  await user.click(screen.getByRole('button', { name: 'Export CSV reorder-selection.csv' }));
  await waitFor(() => expect([exported?.get('ids'), exported?.get('show')]).toEqual(['1', 'all']));
});
