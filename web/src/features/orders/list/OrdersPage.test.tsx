import { ORDER_CARDS } from '@stowage/contract/orders/order-cards';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { allocation, detail, ORDER, order, seedOrders, sentTo, world } from '../../../../test/orders.ts';
import { enter } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { OrderUnitsCard } from '../detail/OrderUnitsCard.tsx';
import { OrdersPage } from './OrdersPage.tsx';
import type { OrdersAddress } from './orders-address.ts';

beforeEach(() => {
  signedIn();
  seedOrders();
});

const open = (address: OrdersAddress = {}) =>
  openPage<OrdersAddress>((props) => <OrdersPage onOpen={() => {}} linkTo={(row, text) => <a href={`/orders/${row.id}`}>{text}</a>} {...props} />, address);
const scanField = () => screen.findByLabelText('Scan FNSKU or UPC');

it("has the specification's columns and the order's special features", async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Orders' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent.trim()),
  ).toEqual([...['Select all on this page', 'Photo', 'Product', 'Identifiers', 'Location', 'Amz Status', 'Date', 'Ship by', 'Ship', 'View']]);
  const [, row] = within(table).getAllByRole('row');
  for (const text of ['Electric Kettle', ORDER, 'B000KETTLE', 'X00KETTLEN', 'KETTLE-N', '036000291452', 'A-1', 'Unshipped', 'Prime', 'Ship Now']) {
    expect(row?.textContent).toContain(text);
  }
  expect(
    within(row as HTMLElement)
      .getByRole('link', { name: 'View' })
      .getAttribute('href'),
  ).toBe('/orders/7');
});

it('shows in the list why a confirmation failed', async () => {
  world.rows = [{ ...order, stage: 'TO_CONFIRM', local_state: 'CONFIRM_FAILED', failure: 'The tracking number is not of USPS' }];
  open({ stage: 'TO_CONFIRM' });
  expect(await screen.findByText('The tracking number is not of USPS')).toBeTruthy();
});

it.each([
  ['PENDING', 'Pending', 0],
  ['CANCELED', 'Canceled', 0],
  ['SHIPPED', 'Shipped', 1],
] as const)('shows nothing to ship for an order that is %s', async (stage, order_status, sold) => {
  world.rows = [{ ...order, stage, order_status, pieces: [{ ...allocation, is_verified: false, order_status, sold }] }];
  open({ stage });
  await screen.findByRole('table', { name: 'Orders' });
  expect(screen.queryByRole('button', { name: /^Ship Now: 112/ })).toBeNull();
  const buttons = screen.queryAllByRole<HTMLButtonElement>('button', { name: 'Sent' });
  expect(buttons.map(({ disabled }) => disabled)).toEqual(sold === 1 ? [true] : []);
});

it('leaves out sent units where orders are packed, and answers a cancellation request before it ships', async () => {
  const sold = { ...allocation, is_verified: true, order_status: 'Shipped' as const, sold: 1 as const };
  const left = { ...allocation, id: 8, nth: 2, is_verified: false };
  world.rows = [{ ...order, ship_by: '2020-01-01 00:00:00', is_cancel_open: true, pieces: [sold, left] }];
  const user = open({});
  const table = await screen.findByRole('table', { name: 'Orders' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  expect(within(table).getByText('1 of 2 sent')).toBeTruthy();
  expect(within(table).getByRole('button', { name: `Answer request for ${ORDER}, Electric Kettle` }).textContent).toBe('Answer request');
  await user.click(screen.getByRole('tab', { name: 'All' }));
  await waitFor(() => expect(within(screen.getByRole('table', { name: 'Orders' })).getAllByRole('row')).toHaveLength(3));
  expect(screen.getAllByText(/late/)).toHaveLength(1);
});

it('shows that it is loading, and why it could not load', async () => {
  server.use(http.get('/api/orders', () => HttpResponse.json({ error: { message: 'no' } }, { status: 403 })));
  open();
  expect(screen.getByText('Loading orders...')).toBeTruthy();
  expect(await screen.findByText('Error: no')).toBeTruthy();
});

it.each(ORDER_CARDS.map(({ label, address }) => [label, address] as const))('opens the counted list from the card "%s"', async (label, address) => {
  const user = open({ stage: 'SHIPPED', q: 'kettle' });
  const card = await screen.findByRole('link', { name: new RegExp(`^${label}`) });
  expect(card.getAttribute('href')).toBe(`?${new URLSearchParams(address)}`);
  expect(card.getAttribute('aria-current')).toBeNull();
  await user.click(card);
  const asked = { stage: 'TO_SHIP', ...address, ...(address.needs !== undefined && { timeZone: dateFormat().timeZone }) };
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(world.queries.at(-1)))).toEqual(asked));
  expect(screen.getByRole('link', { current: true }).textContent).toContain(label);
});

it('shows the share of late orders, as the dashboard does', async () => {
  const card = { name: 'late-shipment-rate', value: '83.3', change: null, level: 'BAD', note: '10 of 12 orders', at: '2026-11-20T14:00:00Z', asOf: null };
  server.use(http.get('/api/dashboard/summary', () => HttpResponse.json({ cards: [card], failed: [] })));
  open({ stage: 'ALL', needs: 'late30' });
  await screen.findByText('Late-shipment rate 30 d: 83.3 % (10 of 12 orders)');
});

it('explains that a parcel is found by its number at any stage', async () => {
  open();
  expect(screen.queryByText(/in all stages/)).toBeNull();
  enter(await screen.findByLabelText('Search or scan an order'), '1Z12345E0205271688');
  expect(await screen.findByText('Found by number, in all stages')).toBeTruthy();
});

it('searches, and opens the order whose number is scanned', async () => {
  open();
  enter(await screen.findByLabelText('Search or scan an order'), 'kettle');
  await waitFor(() => expect(world.queries.at(-1)).toContain('search=kettle'));
  enter(await screen.findByLabelText('Search or scan an order'), ORDER);
  expect(await screen.findByRole('dialog', { name: 'Verify Product' })).toBeTruthy();
});

it.each([
  ['the person has started it', { started_by_id: 7, started_at: '2026-11-20 14:00:00' }],
  ['another person started it long ago', { started_by_id: 8, started_at: '2026-11-20 14:00:00' }],
])('claims nothing when an order is only viewed, and allows scanning when %s', async (_why, started) => {
  world.shown = { ...detail, started_by: 'X', ...started };
  open({ verify: ORDER });
  expect(await scanField()).toBeTruthy();
  expect(world.sent).toEqual([]);
});

it('reports that a location lacks a booked unit', async () => {
  server.use(
    http.post('/api/orders/mismatch', async ({ request }) => {
      world.sent.push({ path: '/api/orders/mismatch', body: await request.json() });
      return HttpResponse.json({ success: true, message: 'The location is to be counted', countId: 12 });
    }),
  );
  const user = openPage<object>(() => <OrderUnitsCard order={detail} />, {});
  await user.click(await screen.findByRole('button', { name: 'Report mismatch of KETTLE-N, 1' }));
  await user.type(await screen.findByLabelText('What is wrong'), 'The box is empty');
  await user.click(screen.getByRole('button', { name: 'Report mismatch' }));
  await waitFor(() => expect(sentTo('/api/orders/mismatch')).toEqual([{ id: 7, note: 'The box is empty' }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report mismatch' })).toBeNull());
});

it('shows once per order why its confirmation failed, with one action to confirm again', async () => {
  const sold = { ...allocation, is_verified: true, order_status: 'Shipped' as const, sold: 1 as const };
  const pieces = [sold, { ...sold, id: 8, nth: 2 }, { ...sold, id: 9, nth: 3 }];
  world.rows = [{ ...order, stage: 'TO_CONFIRM', local_state: 'CONFIRM_FAILED', failure: 'No such number', pieces }];
  open({ stage: 'TO_CONFIRM' });
  expect(await screen.findAllByText('No such number')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: `Confirm ${ORDER}` })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Sent' })).toHaveLength(3);
});

it('offers the packing slips of all orders that match, except some', async () => {
  let asked: Record<string, string> = {};
  server.use(
    http.get('/api/orders/count', () => HttpResponse.json({ count: 40, is_more: false })),
    http.get('/api/orders/packing-slips.pdf', ({ request }) => {
      asked = Object.fromEntries(new URL(request.url).searchParams);
      return HttpResponse.json({ error: { message: 'no' } }, { status: 404 });
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
  await user.click(await screen.findByRole('button', { name: 'Select all 40 that match' }));
  await user.click(screen.getByRole('checkbox', { name: `Select order ${ORDER}` }));
  await user.click(screen.getByRole('button', { name: 'Packing slips (39)' }));
  await waitFor(() => expect(asked).toMatchObject({ except: ORDER }));
  expect(asked).not.toHaveProperty('orders');
});

it('offers the packing slips of the selected orders as one file', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/orders/packing-slips.pdf', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('orders') ?? '');
      return HttpResponse.json({ error: { message: 'There is no such order' } }, { status: 404 });
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
  await user.click(screen.getByRole('button', { name: 'Packing slips (1)' }));
  expect((await screen.findAllByText('The packing slips could not be made: There is no such order')).length).toBeGreaterThan(0);
  expect(asked).toEqual([ORDER]);
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('button', { name: /Packing slips/ })).toBeNull();
});
