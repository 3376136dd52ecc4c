import type { OrderDetail, OrderSummary } from '@stowage/contract/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { OrderPiecesCard } from './OrderPiecesCard.tsx';
import { OrdersPage } from './OrdersPage.tsx';
import type { OrdersAddress } from './orders-address.ts';

vi.mock('../../api/live.ts', () => ({ useTopic: () => {} }));
vi.mock('../../ui/sounds.ts', () => ({ playTone: () => {} }));

const ORDER = '112-0000001-0000001';
const piece: OrderDetail['pieces'][number] = {
  id: 7,
  product_name: 'Electric Kettle',
  amazon_order_id: ORDER,
  photo: null,
  asin: 'B000KETTLE',
  fnsku: 'X00KETTLEN',
  sku: 'KETTLE-N',
  display_condition: 'Good',
  gtin: '036000291452',
  identifier: 'X00KETTLEN',
  location: 'A-1',
  stowage_local_inventory_location_id: 7,
  order_status: 'Unshipped',
  sold: 0,
  purchase_date: '2026-11-20 14:03:05',
  item_id: 'i1',
  nth: 1,
  state: 'RESERVED',
  unit_id: 40,
  unit_since: '2026-10-01 08:00:00',
  verified_as: null,
  verified_by: null,
  shipped_by: null,
};
const order: OrderSummary = {
  order_id: ORDER,
  stage: 'TO_SHIP',
  order_status: 'Unshipped',
  local_state: 'OPEN',
  purchase_date: '2026-11-20 14:03:05',
  ship_by: '2026-11-21 14:03:05',
  deliver_by: null,
  is_prime: true,
  is_premium: false,
  is_business: false,
  is_gift: false,
  is_cancel_open: false,
  is_cancel_requested_after_shipping: false,
  is_canceled_after_shipping: false,
  started_by: null,
  started_at: null,
  shipped_by: null,
  shipped_at: null,
  delivered_at: null,
  returned_at: null,
  returned_units: 0,
  waiting: 0,
  failure: null,
  pieces: [{ ...piece, is_verified: false }],
};
const detail: OrderDetail = {
  ...order,
  pieces: [piece],
  service_level: 'STANDARD',
  currency: 'USD',
  total: '29.99',
  cancel_answer: null,
  may_undo: false,
  items: [],
  shipment: null,
  packages: [],
  returns: [],
  cases: [],
  imported_at: '2026-11-20 14:10:00',
  photos: [],
  recipient_until: null,
  events: [],
};

let rows: OrderSummary[] = [];
let shown = detail;
let queries: string[] = [];
let sent: { path: string; body: unknown }[] = [];
let result: number | 'lost' = 1;
let named = 7;

beforeEach(() => {
  signedIn();
  [rows, shown, queries, sent, result, named] = [[order], detail, [], [], 1, 7];
  const take = (path: string, answer: () => Response) =>
    http.post(path, async ({ request }) => {
      sent.push({ path, body: await request.json() });
      return answer();
    });
  const done = () => HttpResponse.json({ success: true, message: 'ok' });
  server.use(
    http.get('/api/orders', ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ data: rows, next: null });
    }),
    http.get('/api/orders/totals', () =>
      HttpResponse.json({ toShip: 22, late: 3, urgent: 2, pending: 1, toConfirm: 4, failed: 0, cancelRequested: 1, backordered: 5 }),
    ),
    http.get(`/api/orders/${ORDER}`, () => HttpResponse.json(shown)),
    take('/api/orders/start', done),
    take('/api/orders/confirm', done),
    take('/api/orders/cancel-request', done),
    take('/api/orders/productverification', () => {
      if (result === 'lost') return HttpResponse.json({}, { status: 500 });
      if (result === 1 || result === 2) shown = { ...detail, pieces: [{ ...piece, verified_as: result, verified_by: 'Ann' }] };
      return HttpResponse.json({ result, pieceId: named });
    }),
    take('/api/orders/updatelocalinventory', () => {
      shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', shipped_by: 'Ann', pieces: [{ ...piece, state: 'SHIPPED', sold: 1 }] };
      return HttpResponse.json({ success: true, message: 'Order shipped', orderShipped: true });
    }),
  );
});

const open = (address: OrdersAddress = {}) =>
  openPage<OrdersAddress>((props) => <OrdersPage linkTo={(row, text) => <a href={`/orders/${row.id}`}>{text}</a>} {...props} />, address);
const scanField = () => screen.findByLabelText('Scan FNSKU or UPC');
const bodies = (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);

it('has the columns of the specification, and what is special about an order', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Orders' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Photo', 'Product', 'Identifiers', 'Location', 'Amz Status', 'Date', 'Ship by', 'Ship', 'View']]);
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

it('says in the list why a confirmation failed', async () => {
  rows = [{ ...order, stage: 'TO_CONFIRM', local_state: 'CONFIRM_FAILED', failure: 'The tracking number is not of USPS' }];
  open({ stage: 'TO_CONFIRM' });
  expect(await screen.findByText('The tracking number is not of USPS')).toBeTruthy();
});

it.each([
  ['PENDING', 'Pending', 0],
  ['CANCELED', 'Canceled', 0],
  ['SHIPPED', 'Shipped', 1],
] as const)('of an order that is %s there is nothing to ship', async (stage, order_status, sold) => {
  rows = [{ ...order, stage, order_status, pieces: [{ ...piece, is_verified: false, order_status, sold }] }];
  open({ stage });
  await screen.findByRole('table', { name: 'Orders' });
  expect(screen.queryByRole('button', { name: /^Ship 112/ })).toBeNull();
  const buttons = screen.queryAllByRole<HTMLButtonElement>('button', { name: 'Sent' });
  expect(buttons.map(({ disabled }) => disabled)).toEqual(sold === 1 ? [true] : []);
});

it('says while it loads, and why it could not', async () => {
  server.use(http.get('/api/orders', () => HttpResponse.json({ error: { message: 'no' } }, { status: 403 })));
  open();
  expect(screen.getByText('Loading orders...')).toBeTruthy();
  expect(await screen.findByText('Error: no')).toBeTruthy();
});

it('searches, and opens the order whose number is scanned', async () => {
  const user = open();
  const search = await screen.findByLabelText('Search or scan an order');
  await user.type(search, 'kettle{Enter}');
  await waitFor(() => expect(queries.at(-1)).toContain('search=kettle'));
  await user.clear(await screen.findByLabelText('Search or scan an order'));
  await user.type(screen.getByLabelText('Search or scan an order'), `${ORDER}{Enter}`);
  expect(await screen.findByRole('dialog', { name: 'Verify Product' })).toBeTruthy();
});

it('verifies by FNSKU, accepts, and asks for the tracking number', async () => {
  const user = open({ verify: ORDER });
  const field = await scanField();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' });
  expect(button.disabled).toBe(true);
  await user.type(field, '   ');
  expect(button.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, 'X00KETTLEN{Enter}');
  expect(await screen.findByText('This will remove 1 unit from local inventory. Please confirm.')).toBeTruthy();
  expect((await scanField()).getAttribute('readonly')).not.toBeNull();
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  await user.click(accept);
  const tracking = await screen.findByLabelText('Tracking number');
  expect(bodies('/api/orders/updatelocalinventory')).toEqual([{ locationId: 7, clientAcceptId: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  await user.type(tracking, '1Z12345E0205271688{Enter}');
  await waitFor(() =>
    expect(bodies('/api/orders/confirm')).toEqual([expect.objectContaining({ orderId: ORDER, carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688' })]),
  );
});

it('shows the piece whose row was pressed, then the one that was scanned, and accepts that one, whoever verified another', async () => {
  const other = { ...piece, id: 8, nth: 2, product_name: 'Other Kettle', location: 'B-2', stowage_local_inventory_location_id: 8 };
  const third = { ...piece, id: 9, nth: 3, product_name: 'Third Kettle', location: 'C-3', stowage_local_inventory_location_id: 9 };
  const pieces = [{ ...piece, verified_as: 1, verified_by: 'Bob' }, other, third];
  shown = { ...detail, pieces };
  server.use(
    http.post('/api/orders/productverification', () => {
      shown = { ...detail, pieces: [pieces[0] ?? piece, other, { ...third, verified_as: 1, verified_by: 'Ann' }] };
      return HttpResponse.json({ result: 1, pieceId: 9 });
    }),
  );
  const user = open({ verify: ORDER, piece: 8 });
  const dialog = await screen.findByRole('dialog', { name: 'Verify Product' });
  expect(await within(dialog).findByText('B-2')).toBeTruthy();
  await user.type(await scanField(), 'X00KETTLEN{Enter}');
  expect(await within(dialog).findByText('C-3')).toBeTruthy();
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(accept.disabled).toBe(false));
  await user.click(accept);
  await waitFor(() => expect(bodies('/api/orders/updatelocalinventory')).toEqual([expect.objectContaining({ locationId: 9 })]));
});

it('several boxes say what lies in each; after a scan the next box without a number is on', async () => {
  const item = { item_id: 'i1', title: 'Kettle', sku: 'KETTLE-N', asin: null, fnsku: null, gtin: null, photo: null, condition: 11 };
  const line = { ...item, quantity: 2, verified: 2, shipped: 2, price: null, tax: null, shipping: null };
  const packed = (nth: number) => ({ ...piece, id: 10 + nth, item_id: 'i1', nth, state: 'SHIPPED' as const });
  shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', items: [line], pieces: [packed(1), packed(2)] };
  const user = open({ confirm: ORDER });
  await screen.findByLabelText('Tracking number');
  await user.click(screen.getByRole('button', { name: 'Add box' }));
  await user.type(screen.getByLabelText('Tracking number of box 1'), '1Z12345E0205271688{Enter}');
  const second = screen.getByLabelText('Tracking number of box 2');
  expect(document.activeElement).toBe(second);
  await user.type(second, '1Z999AA10123456784{Enter}');
  expect(screen.getByText('A box is empty.')).toBeTruthy();
  expect(bodies('/api/orders/confirm')).toEqual([]);
  for (const nth of [1, 2]) {
    await user.clear(screen.getByLabelText(`Kettle of box ${nth}`));
    await user.type(screen.getByLabelText(`Kettle of box ${nth}`), '1');
  }
  await user.click(screen.getAllByText('Weight and size')[1] as HTMLElement);
  await user.type(screen.getByLabelText('Weight, lb of box 2'), '2.5');
  await user.click(screen.getByRole('button', { name: 'Confirm shipment' }));
  const items = [{ itemId: 'i1', quantity: 1 }];
  await waitFor(() =>
    expect(bodies('/api/orders/confirm')).toEqual([
      {
        orderId: ORDER,
        boxes: [
          expect.objectContaining({ carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688', items }),
          expect.objectContaining({ carrierCode: 'UPS', trackingNumber: '1Z999AA10123456784', weightPounds: 2.5, items }),
        ],
      },
    ]),
  );
});

it('by UPC asks for the condition, and accepts only the right one', async () => {
  result = 2;
  const user = open({ verify: ORDER });
  await user.type(await scanField(), '036000291452{Enter}');
  expect(await screen.findByText(/normally for New units only. This item's condition is Good/)).toBeTruthy();
  const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' });
  expect(accept.disabled).toBe(true);
  await user.click(screen.getByLabelText('New'));
  expect(await screen.findByText(/The order is for Good/)).toBeTruthy();
  expect(accept.disabled).toBe(true);
  await user.click(screen.getByLabelText('Good'));
  await waitFor(() => expect(accept.disabled).toBe(false));
});

it.each([
  [0, 'Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.'],
  ['lost', 'Error verifying product. Please try again.'],
] as const)('says what a result of %s means', async (given, message) => {
  result = given;
  const user = open({ verify: ORDER });
  await user.type(await scanField(), 'nonsense{Enter}');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

it('says that the inventory was not updated, and sends the same accept again', async () => {
  const user = open({ verify: ORDER });
  await user.type(await scanField(), 'X00KETTLEN{Enter}');
  const failing = http.post('/api/orders/updatelocalinventory', async ({ request }) => {
    sent.push({ path: '/api/orders/updatelocalinventory', body: await request.json() });
    return HttpResponse.json({ error: { message: 'away' } }, { status: 500 });
  });
  server.use(failing);
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(accept.disabled).toBe(false));
  await user.click(accept);
  expect(await screen.findByText(/Error updating inventory. Please try again./)).toBeTruthy();
  await user.click(accept);
  await waitFor(() => expect(bodies('/api/orders/updatelocalinventory')).toHaveLength(2));
  expect(new Set(bodies('/api/orders/updatelocalinventory').map((body) => JSON.stringify(body))).size).toBe(1);
});

it('tells who has started it, and takes it over', async () => {
  server.use(
    http.post('/api/orders/start', async ({ request }) => {
      const body = (await request.json()) as { takeOver?: boolean };
      sent.push({ path: '/api/orders/start', body });
      if (body.takeOver) return HttpResponse.json({ success: true, message: 'ok' });
      return HttpResponse.json({ error: { code: 'conflict', reason: 'started_by_other', message: 'Started by Bob' } }, { status: 409 });
    }),
  );
  const user = open({ verify: ORDER });
  expect(await screen.findByText('Started by Bob')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  expect(await scanField()).toBeTruthy();
});

it('blocks an order of which the buyer asks to cancel until that is answered', async () => {
  shown = { ...detail, is_cancel_open: true };
  const user = open({ verify: ORDER });
  expect(await screen.findByText(/The buyer asks to cancel this order/)).toBeTruthy();
  expect(screen.queryByLabelText('Scan FNSKU or UPC')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ship all the same' }));
  await waitFor(() => expect(bodies('/api/orders/cancel-request')).toEqual([{ orderId: ORDER, answer: 'SHIP' }]));
});

it('reports that a location does not have what is booked there', async () => {
  server.use(
    http.post('/api/orders/mismatch', async ({ request }) => {
      sent.push({ path: '/api/orders/mismatch', body: await request.json() });
      return HttpResponse.json({ success: true, message: 'The location is to be counted', countId: 12 });
    }),
  );
  const user = openPage<object>(() => <OrderPiecesCard order={detail} />, {});
  await user.click(await screen.findByRole('button', { name: 'Report mismatch of KETTLE-N, 1' }));
  await user.type(await screen.findByLabelText('What is wrong'), 'The box is empty{Enter}');
  await waitFor(() => expect(bodies('/api/orders/mismatch')).toEqual([{ id: 7, note: 'The box is empty' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
