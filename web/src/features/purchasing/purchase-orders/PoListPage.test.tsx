import type { ListView } from '@stowage/contract/identity/list-views';
import type { PoRow } from '@stowage/contract/purchasing/purchase-orders';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openMenu } from '../../../../test/open-menu.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { PoListPage } from './PoListPage.tsx';
import type { PoListAddress } from './po-list-address.ts';

const row = (id: number): PoRow => ({
  ...{ id, poNumber: `PO-${id}`, po_number: `PO-${id}`, vendor: 'KST', unique_skus: 1, packing_list_count: 0, total_ordered: 5, total_received: 0 },
  ...{ total_backordered: 0, total_damaged: 0, total_canceled: 0, total_over: 0, received_percentage: 0, days_difference: 0, packingLists: [] },
  ...{ first_entry_date: '2026-11-20 14:03:05', last_entry_date: '2026-11-20 14:03:05' },
});
const view: ListView = {
  ...{ id: 4, list: 'purchase-orders', name: 'Short first', is_shared: true, owner: 'Ben', is_own: false, may_change: false, version: 1 },
  ...{ address: { show: 'short', sort: 'total_ordered' }, columns: ['PO Number', 'Ordered'], updated_at: '2026-11-20 14:03:05' },
};
const asked: URLSearchParams[] = [];
let exported: URLSearchParams | undefined;
let saved: unknown;
let current: PoListAddress = {};

beforeEach(() => {
  signedIn();
  asked.length = 0;
  server.use(
    http.get('/api/purchase-orders', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ data: [row(1), row(2), row(3)], totalCount: 40, totalPages: 2, currentPage: 0, hasOlder: false, unitsExpected: null });
    }),
    http.get('/api/purchase-orders/export.csv', ({ request }) => {
      exported = new URL(request.url).searchParams;
      return HttpResponse.text('PO Number\r\n');
    }),
    http.get('/api/list-views', () => HttpResponse.json({ views: [view] })),
    http.post('/api/list-views', async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json({ view: { ...view, ...(saved as object), id: 5, is_own: true, may_change: true } });
    }),
  );
});

function open(address: PoListAddress = {}) {
  return openPage<PoListAddress>((props) => {
    current = props.address;
    return <PoListPage {...props} title="Purchase Orders Summary" isExpandable={false} onOpen={() => {}} />;
  }, address);
}
const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-label')?.replace(/ column$/, ''));
const exportSelection = () => screen.getByRole('button', { name: 'Export CSV purchase-orders-selection.csv' });

it('says so when the answer is not a list', async () => {
  server.use(http.get('/api/purchase-orders', () => HttpResponse.json({ data: {}, totalCount: 0 })));
  open();
  expect(await screen.findByText('Invalid response structure')).toBeTruthy();
});

it('sorts by the number of packing lists, and exports in that order', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Packing Lists' }));
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('packing_list_count'));
  await user.click(screen.getByRole('button', { name: 'Export CSV Purchase Orders Summary.csv' }));
  await waitFor(() => expect(exported?.get('sort')).toBe('packing_list_count'));
});

it('opens a view with its filters, order and columns, and saves what is shown as another one', async () => {
  const user = open();
  await openMenu(await screen.findByRole('button', { name: 'View: All' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Short first/ }));
  await waitFor(() => expect(current).toMatchObject({ saved: 4, show: 'short', sort: 'total_ordered', cols: 'PO Number,Ordered' }));
  expect(headings()).toEqual(['Select', 'PO Number', 'Ordered']);
  await user.click(screen.getByRole('button', { name: 'Remove the filter Show: Received list is short' }));
  await openMenu(await screen.findByRole('button', { name: 'View: Short first (changed)' }));
  expect(screen.queryByRole('menuitem', { name: /Update/ })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a new view…' }));
  await user.type(await screen.findByLabelText('Name'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  const content = { address: { sort: 'total_ordered' }, columns: ['PO Number', 'Ordered'] };
  await waitFor(() => expect(saved).toEqual({ list: 'purchase-orders', name: 'Mine', is_shared: false, ...content }));
});

it('selects rows, the page, and all that match but some', async () => {
  const user = open({ q: 'KST' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select PO-2' }));
  await user.click(exportSelection());
  await waitFor(() => expect(Object.fromEntries(exported ?? [])).toEqual({ ids: '2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  const bar = screen.getByRole('region', { name: 'Selection' });
  expect(within(bar).getByRole('status').textContent).toBe('3 orders selected');
  await user.click(within(bar).getByRole('button', { name: 'Select all 40 that match' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select PO-1' }));
  expect(within(bar).getByRole('status').textContent).toBe('All 39 orders that match are selected');
  await user.click(exportSelection());
  await waitFor(() => expect(Object.fromEntries(exported ?? [])).toEqual({ search: 'KST', except: '1' }));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});

it("opens with a person's default view, unless the address says what is shown", async () => {
  server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings: { lists: { 'purchase-orders': { defaultView: 4 } } } })));
  open();
  await screen.findByRole('button', { name: 'View: Short first' });
  await waitFor(() => expect(asked.at(-1)?.get('show')).toBe('short'));
});
