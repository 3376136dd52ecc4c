import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { allocation, detail, ORDER, seedOrders, sentTo, world } from '../../../../test/orders.ts';
import { createKeys, enter, scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { OrdersPage } from '../list/OrdersPage.tsx';
import type { OrdersAddress } from '../list/orders-address.ts';

const NEXT = '112-0000002-0000002';

beforeEach(() => {
  signedIn();
  seedOrders();
  server.use(http.get(`/api/orders/${NEXT}`, () => HttpResponse.json({ ...detail, order_id: NEXT })));
});

const open = (address: OrdersAddress = {}) =>
  openPage<OrdersAddress>((props) => <OrdersPage onOpen={() => {}} linkTo={(row, text) => <a href={`/orders/${row.id}`}>{text}</a>} {...props} />, address);
const dialog = () => screen.findByRole('dialog', { name: 'Verify Product' });
const search = () => screen.getByLabelText<HTMLInputElement>('Search or scan an order');

it('clears the field when its text opened an order, and focuses it when the order is closed', async () => {
  const user = open({ q: 'kettle' });
  expect(search().maxLength).toBe(256);
  enter(search(), ORDER);
  expect(search().value).toBe('');
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(search()));
  scanInto(search(), NEXT);
  expect((await dialog()).textContent).toContain(NEXT);
});

it("replaces the field's old text with the next scan", async () => {
  const user = open({ q: 'kettle' });
  scanInto(search(), ORDER);
  expect((await dialog()).textContent).toContain(ORDER);
  await screen.findByLabelText('Scan FNSKU or UPC');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(search()));
  expect([search().value, search().selectionStart, search().selectionEnd]).toEqual(['kettle', 0, 6]);
});

it.each([['the field', search] as const, ['the page', () => document.body] as const])(
  'verifies the product that is scanned right after the order into %s',
  async (_where, target) => {
    open();
    scanInto(target(), ORDER, 'X00KETTLEN');
    await waitFor(() => expect(sentTo('/api/orders/productverification')).toEqual([{ orderId: ORDER, scanValue: 'X00KETTLEN', namesPiece: true }]));
    expect(search().value).toBe('');
    expect(world.queries.filter((query) => query.includes('search'))).toEqual([]);
  },
);

it('verifies every product that is scanned right after the order', async () => {
  open();
  scanInto(search(), ORDER, 'X00KETTLEN', 'X00OTHER01', 'X00OTHER02');
  await waitFor(() => expect(sentTo('/api/orders/productverification')).toEqual([expect.objectContaining({ scanValue: 'X00KETTLEN' })]));
  for (const code of ['X00OTHER01', 'X00OTHER02']) expect(await screen.findByText(code)).toBeTruthy();
});

it('reads a scan completely and once when the dialog opens during it', async () => {
  open();
  const keys = createKeys();
  keys.press(search(), ...ORDER, 'Enter', ...'X00KE');
  const field = await screen.findByLabelText('Scan FNSKU or UPC');
  keys.press(field, ...'TTLEN', 'Enter');
  await waitFor(() => expect(sentTo('/api/orders/productverification')).toEqual([{ orderId: ORDER, scanValue: 'X00KETTLEN', namesPiece: true }]));
  expect(await accept()).toBeTruthy();
  expect(screen.queryByText(/was not taken/)).toBeNull();
});

it.each([
  ['is confirmed', { stage: 'SHIPPED', local_state: 'CONFIRMED', order_status: 'Shipped', shipped_by: 'Bob' }, 'Shipped by Bob.'],
  ['was canceled after shipping', { stage: 'CANCELED', local_state: 'SHIPPED', order_status: 'Canceled', is_canceled_after_shipping: true }, 'Canceled.'],
] as const)('leads to the page of an order that %s, and to the next scanned one', async (_why, change, text) => {
  world.shown = { ...detail, ...change };
  open();
  scanInto(search(), ORDER);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/orders/7');
  expect(screen.queryByLabelText('Tracking number')).toBeNull();
  scanInto(await dialog(), NEXT);
  expect(await screen.findByText(`Order ${NEXT}`)).toBeTruthy();
});

it.each(['SHIPPED', 'CANCELED', 'PENDING'] as const)('says that an order is %s, and rejects by name what was scanned right after it', async (stage) => {
  world.shown = { ...detail, stage, local_state: 'CONFIRMED', order_status: 'Shipped', shipped_by: null };
  open();
  scanInto(search(), ORDER, 'X00KETTLEN');
  expect(await screen.findByText('X00KETTLEN was ignored. This order needs no scan now.')).toBeTruthy();
  expect(screen.getByText(stage === 'PENDING' ? /order is pending/ : 'Shipped.')).toBeTruthy();
  expect(played).toEqual(['/sounds/error.wav']);
});

it('verifies the unit that is scanned after the number of the next order, while a done one is open', async () => {
  world.shown = { ...detail, stage: 'SHIPPED', local_state: 'CONFIRMED', order_status: 'Shipped', shipped_by: null };
  open();
  scanInto(search(), ORDER, NEXT, 'X00KETTLEN');
  expect(await screen.findByText(`Order ${NEXT}`)).toBeTruthy();
  await waitFor(() => expect(sentTo('/api/orders/productverification')).toEqual([expect.objectContaining({ orderId: NEXT, scanValue: 'X00KETTLEN' })]));
});

it('selects no tab for orders that require attention', async () => {
  open({ needs: 'failed' });
  expect(await screen.findByText('Only orders whose shipment could not be confirmed')).toBeTruthy();
  expect(screen.queryByRole('tab', { selected: true })).toBeNull();
  expect(search()).toBeTruthy();
});

const failing = () =>
  server.use(
    http.post('/api/orders/updatelocalinventory', async ({ request }) => {
      world.sent.push({ path: '/api/orders/updatelocalinventory', body: await request.json() });
      return HttpResponse.json({ error: { message: 'away' } }, { status: 500 });
    }),
  );
const other = { ...allocation, id: 8, nth: 2, stowage_local_inventory_location_id: 8 };
const accept = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};

it('continues when only the answer to an accept call was lost, because the server recorded it', async () => {
  const user = open({ verify: ORDER });
  enter(await screen.findByLabelText<HTMLInputElement>('Scan FNSKU or UPC'), 'X00KETTLEN');
  const button = await accept();
  let isAway = true;
  server.use(
    http.post('/api/orders/updatelocalinventory', async ({ request }) => {
      world.sent.push({ path: '/api/orders/updatelocalinventory', body: await request.json() });
      const answer = isAway
        ? HttpResponse.json({ error: { message: 'away' } }, { status: 500 })
        : HttpResponse.json({ success: true, message: 'ok', orderShipped: false });
      isAway = false;
      return answer;
    }),
  );
  world.shown = { ...detail, pieces: [{ ...allocation, state: 'SHIPPED', sold: 1, shipped_by: 'Somebody of another name' }, other] };
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Scan FNSKU or UPC')));
  expect(screen.queryByText(/Error updating inventory/)).toBeNull();
  expect(new Set(sentTo('/api/orders/updatelocalinventory').map((body) => JSON.stringify(body))).size).toBe(1);
});

it('repeats an accept under the same id when the allocation was released meanwhile', async () => {
  const user = open({ verify: ORDER });
  enter(await screen.findByLabelText<HTMLInputElement>('Scan FNSKU or UPC'), 'X00KETTLEN');
  const button = await accept();
  failing();
  world.shown = { ...detail, pieces: [{ ...allocation, state: 'SHIPPED', sold: 1, shipped_by: 'Bob' }, other] };
  await user.click(button);
  expect(await screen.findByText(/Error updating inventory. Please try again./)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' })));
  await user.click(await accept());
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(4));
  expect(new Set(sentTo('/api/orders/updatelocalinventory').map((body) => JSON.stringify(body))).size).toBe(1);
});

const toConfirm: typeof detail = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', pieces: [{ ...allocation, state: 'SHIPPED', sold: 1 }] };
const LABEL = '1Z12345E0205271688';
/** Sends the order when called. */
function later(): () => void {
  let show = () => {};
  const whenShown = new Promise<void>((resolve) => {
    show = resolve;
  });
  server.use(http.get(`/api/orders/${ORDER}`, () => whenShown.then(() => HttpResponse.json(world.shown))));
  return show;
}

it.each(['verify', 'confirm'] as const)('uses a label scanned before the order is loaded as its tracking number: %s', async (step) => {
  world.shown = toConfirm;
  const show = later();
  open({ [step]: ORDER });
  scanInto(await screen.findByRole('dialog'), LABEL);
  show();
  await waitFor(() => expect(sentTo('/api/orders/confirm')).toEqual([expect.objectContaining({ trackingNumber: LABEL, carrierCode: 'UPS' })]));
});

it('uses the label scanned after the packing slip as the tracking number', async () => {
  world.shown = toConfirm;
  open();
  scanInto(search(), ORDER, LABEL);
  await waitFor(() => expect(sentTo('/api/orders/confirm')).toEqual([expect.objectContaining({ trackingNumber: LABEL })]));
});

it("rejects by name what is scanned before another person's order, and doesn't verify it after a takeover", async () => {
  const started_at = new Date().toISOString().slice(0, 19).replace('T', ' ');
  world.shown = { ...detail, started_by: 'Bob', started_by_id: 8, started_at };
  const show = later();
  const user = open({ verify: ORDER });
  scanInto(await dialog(), 'X00KETTLEN');
  show();
  expect(await screen.findByText('X00KETTLEN was ignored. This order needs no scan now.')).toBeTruthy();
  expect(played).toEqual(['/sounds/error.wav']);
  world.shown = { ...detail, started_by: 'Ann', started_by_id: 7, started_at };
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  await screen.findByLabelText('Scan FNSKU or UPC');
  expect(sentTo('/api/orders/productverification')).toEqual([]);
});

it.each([
  ['is confirmed', () => HttpResponse.json({ ...detail, stage: 'SHIPPED', local_state: 'CONFIRMED' })],
  ['could not be loaded', () => HttpResponse.json({ error: { message: 'away' } }, { status: 404 })],
] as const)('rejects by name what is scanned to confirm an order that %s', async (_what, answer) => {
  server.use(http.get(`/api/orders/${ORDER}`, answer));
  open({ confirm: ORDER });
  await screen.findByRole('button', { name: /Close|Try again|Retry/ });
  scanInto(await screen.findByRole('dialog', { name: 'Confirm shipment' }), LABEL);
  expect(await screen.findByText(`${LABEL} was ignored. This order needs no scan now.`)).toBeTruthy();
  expect(played).toEqual(['/sounds/error.wav']);
});

it('holds a label scanned during the last accept for the tracking number field', async () => {
  const user = open({ verify: ORDER });
  enter(await screen.findByLabelText<HTMLInputElement>('Scan FNSKU or UPC'), 'X00KETTLEN');
  const button = await accept();
  const show = later();
  await user.click(button);
  await waitFor(() => expect(sentTo('/api/orders/updatelocalinventory')).toHaveLength(1));
  scanInto(await dialog(), LABEL);
  show();
  await waitFor(() => expect(sentTo('/api/orders/confirm')).toEqual([expect.objectContaining({ trackingNumber: LABEL })]));
  expect(sentTo('/api/orders/productverification')).toHaveLength(1);
});
