import { ALLOCATION_UNITS_LIMIT } from '@stowage/contract/orders/order-units';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { allocation, detail, ORDER, seedOrders, sentTo, world } from '../../../../test/orders.ts';
import { createKeys, enter, scanInto, scanSlowly } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { dateFormat, localDay, shortTime } from '../../../ui/format/date-time.ts';
import { OrdersPage } from '../list/OrdersPage.tsx';
import type { OrdersAddress } from '../list/orders-address.ts';

beforeEach(() => {
  signedIn();
  seedOrders();
});

const open = (address: OrdersAddress = {}) =>
  openPage<OrdersAddress>((props) => <OrdersPage onOpen={() => {}} linkTo={(row, text) => <a href={`/orders/${row.id}`}>{text}</a>} {...props} />, address);
/** The messages of scans that verified nothing, latest first. */
const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const scanField = () => screen.findByLabelText('Scan FNSKU or UPC');

it('verifies by FNSKU, accepts, and asks for the tracking number', async () => {
  const user = open({ verify: ORDER });
  const field = await scanField();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' });
  expect(button.disabled).toBe(true);
  await user.type(field, '   ');
  expect(button.disabled).toBe(true);
  await user.clear(field);
  scanInto(field, 'X00KETTLEN');
  expect(await screen.findByText('This will remove 1 unit from local inventory. Please confirm.')).toBeTruthy();
  expect((await scanField()).getAttribute('readonly')).not.toBeNull();
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  await user.click(accept);
  const tracking = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  expect(sentTo('/api/orders/updatelocalinventory')).toEqual([{ locationId: 7, clientAcceptId: expect.stringMatching(/^[0-9a-f]{32}$/), verificationId: 5 }]);
  enter(tracking, '1Z12345E0205271688');
  const today = localDay(new Date());
  await waitFor(() =>
    expect(sentTo('/api/orders/confirm')).toEqual([
      expect.objectContaining({ orderId: ORDER, carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688', shipDate: today, timeZone: dateFormat().timeZone }),
    ]),
  );
});

it('does not accept by the second Enter of a scanner that ends its codes with two', async () => {
  open({ verify: ORDER });
  const keys = createKeys();
  keys.press(await scanField(), ...'X00KETTLEN', 'Enter');
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect([document.activeElement, accept.disabled]).toEqual([accept, false]));
  keys.press(accept, 'Enter');
  expect(accept.textContent).toBe('Accept');
  createKeys(400).press(accept, 'Enter');
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(1));
});

it('shows the selected allocation, then the scanned one, and accepts that one, even if another person verified others', async () => {
  const other = { ...allocation, id: 8, nth: 2, product_name: 'Other Kettle', location: 'B-2', stowage_local_inventory_location_id: 8 };
  const third = { ...allocation, id: 9, nth: 3, product_name: 'Third Kettle', location: 'C-3', stowage_local_inventory_location_id: 9 };
  const pieces = [{ ...allocation, verified_as: 1, verified_by: 'Bob' }, other, third];
  world.shown = { ...detail, pieces };
  server.use(
    http.post('/api/orders/productverification', () => {
      world.shown = { ...detail, pieces: [pieces[0] ?? allocation, other, { ...third, verified_as: 1, verified_by: 'Ann' }] };
      return HttpResponse.json({ result: 1, pieceId: 9, verificationId: 5 });
    }),
  );
  const user = open({ verify: ORDER, piece: 8 });
  const dialog = await screen.findByRole('dialog', { name: 'Verify Product' });
  expect(await within(dialog).findByText('B-2')).toBeTruthy();
  scanInto(await scanField(), 'X00KETTLEN');
  expect(await within(dialog).findByText('C-3')).toBeTruthy();
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(accept.disabled).toBe(false));
  await user.click(accept);
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toEqual([expect.objectContaining({ locationId: 9 })]));
});

it('asks for the condition of a UPC and accepts only the right one', async () => {
  world.result = 2;
  const user = open({ verify: ORDER });
  scanInto(await scanField(), '036000291452');
  expect(await screen.findByText(/normally for New units only. This item's condition is Good/)).toBeTruthy();
  const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' });
  expect(accept.disabled).toBe(true);
  const units = () =>
    within(screen.getByRole('table', { name: 'Units of this product' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  await screen.findByRole('table', { name: 'Units of this product' });
  // The order's condition comes first and has the focus.
  expect(screen.getAllByRole('radio')[0]).toBe(screen.getByLabelText('Good'));
  expect(document.activeElement).toBe(screen.getByLabelText('Good'));
  expect(units()).toEqual([expect.stringMatching(/^GoodReserved for this orderA-1.*day.*40$/), expect.stringMatching(/^NewB-2.*day.*41$/)]);
  await user.click(screen.getByLabelText('New'));
  expect(units()).toEqual([expect.stringMatching(/^NewB-2/)]);
  expect(await screen.findByText(/The order is for Good/)).toBeTruthy();
  expect(accept.disabled).toBe(true);
  await user.click(screen.getByLabelText('Good'));
  await waitFor(() => expect(accept.disabled).toBe(false));
});

it('does not ask for the condition of a New item that is in stock as New only', async () => {
  world.result = 2;
  const item = { ...allocation, display_condition: 'New' };
  world.shown = { ...detail, pieces: [item] };
  const unit = { id: 41, identifier: 'X00KETTLEN', location: 'A-1', created_at: '2026-10-02 08:00:00', condition: 11, is_reserved: true };
  server.use(
    http.get('/api/orders/pieces/7/product-units', () => HttpResponse.json([unit])),
    http.post('/api/orders/productverification', () => {
      world.shown = { ...detail, pieces: [{ ...item, verified_as: 2, verified_by: 'Ann' }] };
      return HttpResponse.json({ result: 2, pieceId: 7, verificationId: 5 });
    }),
  );
  open({ verify: ORDER });
  scanInto(await scanField(), '036000291452');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' })));
  expect(screen.getByText(/normally for New units only. This item's condition is New/)).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Which condition is in your hand?' })).toBeNull();
});

it.each([
  ['X00KETTLEN', true, 1],
  ['KETTLE-N', true, 0],
  ['X00KETTLEN', false, 0],
])('after a scan of %s with the setting at %s, accepts %i units without a confirmation', async (code, acceptsFnsku, accepted) => {
  server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings: { preferences: { acceptsFnsku } } })));
  open({ verify: ORDER });
  scanInto(await scanField(), code);
  if (accepted === 1) await screen.findByLabelText('Tracking number');
  else await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' })));
  expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(accepted);
});

it('verifies the scans that follow a unit that is accepted at once, until the tracking number', async () => {
  const pieces = [{ ...allocation }, { ...allocation, id: 8, nth: 2, fnsku: 'X00KETTLEG', unit_id: 41 }];
  world.shown = { ...detail, pieces };
  server.use(
    http.get('/api/user/settings', () => HttpResponse.json({ settings: { preferences: { acceptsFnsku: true } } })),
    http.post('/api/orders/productverification', async ({ request }) => {
      const body = (await request.json()) as { scanValue: string };
      world.sent.push({ path: '/api/orders/productverification', body });
      const piece = pieces.find(({ fnsku }) => fnsku === body.scanValue);
      if (piece !== undefined) Object.assign(piece, { verified_as: 1, verified_by: 'Ann' });
      world.shown = { ...world.shown, pieces: pieces.map((one) => ({ ...one })) };
      return HttpResponse.json({ result: 1, pieceId: piece?.id, verificationId: piece?.id });
    }),
    http.post('/api/orders/updatelocalinventory', async ({ request }) => {
      const body = (await request.json()) as { verificationId: number };
      world.sent.push({ path: '/api/orders/updatelocalinventory', body });
      const piece = pieces.find(({ id }) => id === body.verificationId);
      if (piece !== undefined) Object.assign(piece, { state: 'SHIPPED', sold: 1 });
      const isLast = pieces.every(({ state }) => state === 'SHIPPED');
      world.shown = {
        ...world.shown,
        ...(isLast && { stage: 'TO_CONFIRM', local_state: 'SHIPPED', shipped_by: 'Ann' }),
        pieces: pieces.map((one) => ({ ...one })),
      };
      return HttpResponse.json({ success: true, message: 'ok', orderShipped: isLast });
    }),
  );
  open({ verify: ORDER });
  scanInto(await scanField(), 'X00KETTLEN', 'X00KETTLEG', '1Z12345E0205271688');
  expect((await screen.findByLabelText<HTMLInputElement>('Tracking number')).value).toBe('1Z12345E0205271688');
  expect(looked()).toEqual(['X00KETTLEN', 'X00KETTLEG']);
  expect(said()).toEqual([]);
  expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(2);
});

it('rejects the scans that follow when a unit could not be accepted at once', async () => {
  server.use(
    http.get('/api/user/settings', () => HttpResponse.json({ settings: { preferences: { acceptsFnsku: true } } })),
    http.post('/api/orders/updatelocalinventory', () => HttpResponse.json({}, { status: 500 })),
  );
  open({ verify: ORDER });
  scanInto(await scanField(), 'X00KETTLEN', 'X00OTHER01');
  await waitFor(() => expect(said()).toContain('X00OTHER01 was ignored. Accept or cancel first.'));
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(looked()).toEqual(['X00KETTLEN']);
});

it('says that there can be more units than it shows', async () => {
  world.result = 2;
  const unit = (id: number) => ({ id, identifier: 'X00KETTLEN', location: 'B-2', created_at: '2026-10-02 08:00:00', condition: 11, is_reserved: false });
  server.use(
    http.get('/api/orders/pieces/7/product-units', () => HttpResponse.json(Array.from({ length: ALLOCATION_UNITS_LIMIT }, (_, nth) => unit(41 + nth)))),
  );
  const user = open({ verify: ORDER });
  scanInto(await scanField(), '036000291452');
  expect(await screen.findByText('Only the oldest 50 units of each condition are shown.')).toBeTruthy();
  await user.click(screen.getByLabelText('Good'));
  expect(screen.queryByText(/There may be more/)).toBeNull();
});

it.each([
  [0, 'Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.'],
  ['lost', 'Error verifying product. Please try again.'],
] as const)('explains a result of %s', async (given, message) => {
  world.result = given;
  open({ verify: ORDER });
  scanInto(await scanField(), 'nonsense');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

it('reports that the inventory was not updated and sends the same accept call again', async () => {
  const user = open({ verify: ORDER });
  scanInto(await scanField(), 'X00KETTLEN');
  const failing = http.post('/api/orders/updatelocalinventory', async ({ request }) => {
    world.sent.push({ path: '/api/orders/updatelocalinventory', body: await request.json() });
    return HttpResponse.json({ error: { message: 'away' } }, { status: 500 });
  });
  server.use(failing);
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(accept.disabled).toBe(false));
  await user.click(accept);
  expect(await screen.findByText(/Error updating inventory. Please try again./)).toBeTruthy();
  await user.click(accept);
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(2));
  expect(new Set(sentTo('/api/orders/updatelocalinventory').map((body) => JSON.stringify(body))).size).toBe(1);
});

it('names the person who started the order in local time, and takes it over', async () => {
  const now = new Date();
  const started_at = now.toISOString().slice(0, 19).replace('T', ' ');
  world.shown = { ...detail, started_by: 'Bob', started_by_id: 8, started_at };
  server.use(
    http.post('/api/orders/start', async ({ request }) => {
      world.sent.push({ path: '/api/orders/start', body: await request.json() });
      world.shown = { ...world.shown, started_by: 'Ann', started_by_id: 7 };
      return HttpResponse.json({ success: true, message: 'ok' });
    }),
  );
  const user = open({ verify: ORDER });
  expect(await screen.findByText(`Started by Bob at ${shortTime(now)}`)).toBeTruthy();
  expect(screen.queryByLabelText('Scan FNSKU or UPC')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  expect(await scanField()).toBeTruthy();
  expect(sentTo('/api/orders/start')).toEqual([{ orderId: ORDER, takeOver: true }]);
});

it('names the person who was faster in local time', async () => {
  const now = new Date();
  const details = { did: 'SHIPPED', by: 'Bob', at: now.toISOString().slice(0, 19).replace('T', ' ') };
  const error = { code: 'conflict', reason: 'already_shipped', message: 'Shipped by Bob at 2026-11-20 14:02:00 UTC', details };
  server.use(http.post('/api/orders/productverification', () => HttpResponse.json({ error }, { status: 409 })));
  open({ verify: ORDER });
  scanInto(await scanField(), 'X00KETTLEN');
  expect(await screen.findByText(`Shipped by Bob at ${shortTime(now)}`)).toBeTruthy();
});

it('blocks an order with a cancellation request until it is answered', async () => {
  world.shown = { ...detail, is_cancel_open: true };
  const user = open({ verify: ORDER });
  expect(await screen.findByText(/The buyer asks to cancel this order/)).toBeTruthy();
  expect(screen.queryByLabelText('Scan FNSKU or UPC')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(sentTo('/api/orders/cancel-request')).toEqual([{ orderId: ORDER, answer: 'SHIP' }]));
});

it('ends with a button that closes it when the order is canceled here', async () => {
  world.shown = { ...detail, is_cancel_open: true };
  server.use(
    http.post('/api/orders/cancel-request', () => {
      world.shown = { ...detail, stage: 'CANCELED', order_status: 'Canceled' };
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open({ verify: ORDER });
  await user.click(await screen.findByRole('button', { name: 'Cancel the order here' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify Product' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByText('Close', { selector: 'button' })));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify Product' })).toBeNull());
});

it('accepts scans before the order is loaded and lists the rejected ones', async () => {
  let show = () => {};
  const whenShown = new Promise<void>((resolve) => {
    show = resolve;
  });
  server.use(http.get(`/api/orders/${ORDER}`, () => whenShown.then(() => HttpResponse.json(world.shown))));
  open({ verify: ORDER });
  const dialog = await screen.findByRole('dialog', { name: 'Verify Product' });
  scanInto(dialog, 'X00KETTLEN');
  expect(sentTo('/api/orders/productverification')).toEqual([]);
  show();
  await waitFor(() => expect(sentTo('/api/orders/productverification')).toEqual([{ orderId: ORDER, scanValue: 'X00KETTLEN', namesPiece: true }]));
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  scanInto(accept, 'X00OTHER01');
  expect(await screen.findByText('was ignored. Accept or cancel first.')).toBeTruthy();
  expect(said()).toEqual(['X00OTHER01 was ignored. Accept or cancel first.']);
  expect(sentTo('/api/orders/productverification')).toHaveLength(1);
  expect(sentTo('/api/orders/updatelocalinventory')).toEqual([]);
});

it('rejects by name what a slow scanner types on Accept or a condition, and ships nothing', async () => {
  const user = open({ verify: ORDER });
  scanSlowly(await scanField(), 'X00KETTLEN');
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  scanSlowly(accept, 'X00KETTLEN');
  await waitFor(() => expect(said()).toEqual(['X00KETTLEN was ignored. Accept or cancel first.']));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  world.result = 2;
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Scan FNSKU or UPC')));
  scanSlowly(await scanField(), '036000291452');
  await user.click(await screen.findByLabelText('Good'));
  scanSlowly(screen.getByLabelText('Good'), '036000291452');
  await waitFor(() => expect(said()).toEqual(['036000291452 was ignored. Accept or cancel first.']));
  expect(played).toEqual(['/sounds/success.wav', '/sounds/error.wav', '/sounds/warning.wav', '/sounds/error.wav']);
  expect(sentTo('/api/orders/updatelocalinventory')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(1));
});

const laggard = (answers: Readonly<Record<string, number>>) =>
  server.use(
    http.post('/api/orders/productverification', async ({ request }) => {
      const body = (await request.json()) as { scanValue: string };
      world.sent.push({ path: '/api/orders/productverification', body });
      await delay(300);
      const result = answers[body.scanValue] ?? 0;
      if (result === 1) world.shown = { ...detail, pieces: [{ ...allocation, verified_as: 1, verified_by: 'Ann' }] };
      return HttpResponse.json({ result, pieceId: result === 0 ? null : 7, verificationId: result === 0 ? null : 5 });
    }),
  );
const looked = () => sentTo('/api/orders/productverification').map((body) => (body as { scanValue: string }).scanValue);

it.each([
  ['fast', scanInto],
  ['slow', scanSlowly],
])('queues a %s scan during a lookup and shows a result for each', async (_pace, scan) => {
  laggard({ X00KETTLEN: 1 });
  open({ verify: ORDER });
  const field = await scanField();
  scan(field, 'X00WRONG01');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true);
  scan(field, 'X00KETTLEN');
  scan(field, 'X00OTHER01');
  expect(await screen.findByText('Scanned next: X00KETTLEN, X00OTHER01')).toBeTruthy();
  const notFound = 'X00WRONG01 Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.';
  await waitFor(() => expect(said()).toEqual(['X00OTHER01 was ignored. Accept or cancel first.', notFound]));
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(((await scanField()) as HTMLInputElement).value).toBe('X00KETTLEN');
  expect(looked()).toEqual(['X00WRONG01', 'X00KETTLEN']);
  expect(played).toEqual(['/sounds/error.wav', '/sounds/success.wav', '/sounds/error.wav']);
});

it('shows a result for each of three scans in a row into the field', async () => {
  laggard({});
  open({ verify: ORDER });
  scanInto(await scanField(), 'X00WRONG01', 'X00WRONG02', 'X00WRONG03');
  await waitFor(() => expect(said().map((text) => text?.slice(0, 28))).toEqual([3, 2, 1].map((nth) => `X00WRONG0${nth} Product not found`)));
  expect(looked()).toEqual(['X00WRONG01', 'X00WRONG02', 'X00WRONG03']);
});

it('replaces the error of a scan by the result of the next one', async () => {
  laggard({ X00KETTLEN: 1 });
  open({ verify: ORDER });
  scanInto(await scanField(), 'X00WRONG01');
  await waitFor(() => expect(said()).toHaveLength(1));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Scan FNSKU or UPC').readOnly).toBe(false));
  scanInto(await scanField(), 'X00KETTLEN');
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(said()).toEqual([]);
});

it('verifies with a scanner that ends with Tab, and moves on with a Tab after that', async () => {
  const user = open({ verify: ORDER });
  world.result = 0;
  const field = (await scanField()) as HTMLInputElement;
  scanSlowly(field, 'X00WRONG01', 'Tab');
  await waitFor(() => expect(looked()).toEqual(['X00WRONG01']));
  await waitFor(() => expect(said()).toHaveLength(1));
  // Repeating the scan replaces the text.
  scanSlowly(field, 'X00WRONG01', 'Tab');
  await waitFor(() => expect(looked()).toHaveLength(2));
  await waitFor(() => expect(field.readOnly).toBe(false));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verify' }));
});

it('rejects a wrong condition aloud, between the question and the units', async () => {
  world.result = 2;
  const user = open({ verify: ORDER });
  scanInto(await scanField(), '036000291452');
  await screen.findByRole('table', { name: 'Units of this product' });
  played.length = 0;
  await user.click(screen.getByLabelText('New'));
  const refusal = screen.getByText(/The order is for Good/);
  const isBefore = (one: Element, other: Element) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect(isBefore(screen.getByRole('group', { name: 'Which condition is in your hand?' }), refusal)).toBe(true);
  expect(isBefore(refusal, screen.getByRole('table', { name: 'Units of this product' }))).toBe(true);
  expect(played).toEqual(['/sounds/error.wav']);
  await user.click(screen.getByLabelText('Good'));
  expect(played).toEqual(['/sounds/error.wav']);
});

it('names a product that is out of stock, once', async () => {
  const waiting = { ...allocation, state: 'WAITING' as const, unit_id: null, location: null, stowage_local_inventory_location_id: null };
  world.shown = { ...detail, waiting: 1, pieces: [waiting] };
  const error = { code: 'conflict', reason: 'no_unit', message: 'No unit of this product is in stock' };
  server.use(http.post('/api/orders/productverification', () => HttpResponse.json({ error }, { status: 409 })));
  open({ verify: ORDER });
  const field = await scanField();
  const dialog = screen.getByRole('dialog', { name: 'Verify Product' });
  for (const text of ['Electric Kettle', 'Good · X00KETTLEN', 'No stock']) expect(within(dialog).getByText(text)).toBeTruthy();
  scanInto(field, 'X00KETTLEN');
  await waitFor(() => expect(said()).toEqual(['X00KETTLEN No unit of this product is in stock']));
  expect(within(dialog).getAllByText(/No unit of this product/)).toHaveLength(1);
});

it("rejects scans by name while the buyer's cancellation request is open", async () => {
  world.shown = { ...detail, is_cancel_open: true };
  open({ verify: ORDER });
  const ship = await screen.findByRole('button', { name: 'Ship anyway' });
  scanSlowly(ship, 'X00KETTLEN');
  expect(await screen.findByText('X00KETTLEN was ignored. This order needs no scan now.')).toBeTruthy();
  expect([played, world.sent]).toEqual([['/sounds/error.wav'], []]);
  expect(screen.getByText(/Cancel the order in Seller Central too/)).toBeTruthy();
});

it('accepts by UPC only the condition that was sent after an accept call failed', async () => {
  world.result = 2;
  const user = open({ verify: ORDER });
  scanInto(await scanField(), '036000291452');
  await user.click(await screen.findByLabelText('Good'));
  server.use(http.post('/api/orders/updatelocalinventory', () => HttpResponse.json({ error: { message: 'away' } }, { status: 500 })));
  const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(accept.disabled).toBe(false));
  await user.click(accept);
  expect(await screen.findByText(/Error updating inventory/)).toBeTruthy();
  await user.click(screen.getByLabelText('New'));
  expect(accept.disabled).toBe(true);
  await user.click(screen.getByLabelText('Good'));
  await waitFor(() => expect(accept.disabled).toBe(false));
});
