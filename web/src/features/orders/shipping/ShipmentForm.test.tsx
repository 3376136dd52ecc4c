import { ordersTopic } from '@stowage/contract/orders/orders';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { allocation, detail, ORDER, seedOrders, sentTo, world } from '../../../../test/orders.ts';
import { enter, scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { OrdersPage } from '../list/OrdersPage.tsx';
import type { OrdersAddress } from '../list/orders-address.ts';

beforeEach(() => {
  signedIn();
  seedOrders();
});

const open = (address: OrdersAddress = {}) =>
  openPage<OrdersAddress>((props) => <OrdersPage onOpen={() => {}} linkTo={(row, text) => <a href={`/orders/${row.id}`}>{text}</a>} {...props} />, address);

it('asks before one tracking number is used for two orders', async () => {
  world.shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', pieces: [{ ...allocation, state: 'SHIPPED' }] };
  const question = '1Z12345E0205271688 is on order 112-2 too. Use it for both?';
  server.use(
    http.post('/api/orders/confirm', async ({ request }) => {
      const body = (await request.json()) as { sharesTrackingNumber: boolean };
      world.sent.push({ path: '/api/orders/confirm', body });
      if (body.sharesTrackingNumber) return HttpResponse.json({ success: true, message: 'ok' });
      return HttpResponse.json({ error: { code: 'conflict', reason: 'tracking_number_shared', message: question } }, { status: 409 });
    }),
  );
  const user = open({ confirm: ORDER });
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  enter(field, '1Z12345E0205271688');
  expect(await screen.findByText(question)).toBeTruthy();
  // Repeating the scan answers nothing.
  await user.type(field, '{Enter}');
  expect(await screen.findByText(question)).toBeTruthy();
  expect(sentTo('/api/orders/confirm')).toEqual(Array(2).fill(expect.objectContaining({ sharesTrackingNumber: false })));
  await user.click(await screen.findByRole('button', { name: 'Use it for both' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm shipment' })).toBeNull());
  expect(sentTo('/api/orders/confirm').at(-1)).toMatchObject({ sharesTrackingNumber: true });
});

it('lists the contents of several boxes and moves to the next one without a number after a scan', async () => {
  const item = { item_id: 'i1', title: 'Kettle', sku: 'KETTLE-N', asin: null, fnsku: null, gtin: null, photo: null, condition: 11 };
  const line = { ...item, quantity: 2, verified: 2, shipped: 2, price: null, tax: null, shipping: null };
  const packed = (nth: number) => ({ ...allocation, id: 10 + nth, item_id: 'i1', nth, state: 'SHIPPED' as const });
  world.shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', items: [line], pieces: [packed(1), packed(2)] };
  const user = open({ confirm: ORDER });
  await screen.findByLabelText('Tracking number');
  await user.click(screen.getByRole('button', { name: 'Add box' }));
  enter(screen.getByLabelText('Tracking number of box 1'), '1Z12345E0205271688');
  const second = screen.getByLabelText<HTMLInputElement>('Tracking number of box 2');
  expect(document.activeElement).toBe(second);
  enter(second, '1Z999AA10123456784');
  expect(screen.getByText('A box is empty.')).toBeTruthy();
  expect(sentTo('/api/orders/confirm')).toEqual([]);
  for (const nth of [1, 2]) {
    await user.clear(screen.getByLabelText(`Kettle of box ${nth}`));
    await user.type(screen.getByLabelText(`Kettle of box ${nth}`), '1');
  }
  await user.click(screen.getAllByText('Weight and size')[1] as HTMLElement);
  await user.type(screen.getByLabelText('Weight, lb of box 2'), '2.5');
  fireEvent.change(screen.getByLabelText('Ship date'), { target: { value: '2026-11-21' } });
  await user.click(screen.getByRole('button', { name: 'Confirm shipment' }));
  const items = [{ itemId: 'i1', quantity: 1 }];
  await waitFor(() =>
    expect(sentTo('/api/orders/confirm')).toEqual([
      {
        orderId: ORDER,
        sharesTrackingNumber: false,
        shipDate: '2026-11-21',
        timeZone: dateFormat().timeZone,
        boxes: [
          expect.objectContaining({ carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688', items }),
          expect.objectContaining({ carrierCode: 'UPS', trackingNumber: '1Z999AA10123456784', weightPounds: 2.5, items }),
        ],
      },
    ]),
  );
});

const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) => value.slice(selectionStart ?? 0, selectionEnd ?? 0);

it('replaces a rejected number with the scanned one and recognizes its carrier', async () => {
  const shown = { package_id: '1', carrier_code: 'UPS', carrier_name: null, shipping_method: null, tracking_number: '1Z12345E0205271688' };
  const box = { ...shown, weight_pounds: null, length_inches: null, width_inches: null, height_inches: null, confirmed_at: null, items: [] };
  const shipment = {
    ...shown,
    ship_date: '2026-11-21 12:00:00',
    attempts: 1,
    next_attempt_at: null,
    failure: 'No such number',
    confirmed_at: null,
    entered_by: 'Ann',
    boxes: [box],
  };
  world.shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'CONFIRM_FAILED', pieces: [{ ...allocation, state: 'SHIPPED' }], shipment };
  const question = '9400111899223197428490 is on order 112-2 too. Use it for both?';
  server.use(
    http.post('/api/orders/confirm', async ({ request }) => {
      world.sent.push({ path: '/api/orders/confirm', body: await request.json() });
      return HttpResponse.json({ error: { code: 'conflict', reason: 'tracking_number_shared', message: question } }, { status: 409 });
    }),
  );
  open({ confirm: ORDER });
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  await waitFor(() => expect(selected(field)).toBe('1Z12345E0205271688'));
  field.setSelectionRange(18, 18);
  scanInto(field, '9400111899223197428490');
  expect(await screen.findByText(question)).toBeTruthy();
  await waitFor(() => expect(selected(field)).toBe('9400111899223197428490'));
  scanInto(field, '1Z999AA10123456784');
  await waitFor(() =>
    expect(sentTo('/api/orders/confirm')).toEqual([
      expect.objectContaining({ carrierCode: 'USPS', trackingNumber: '9400111899223197428490' }),
      expect.objectContaining({ carrierCode: 'UPS', trackingNumber: '1Z999AA10123456784' }),
    ]),
  );
});

it("replaces a box's number with a second scan into it, and uses a scan on a button for the next box", async () => {
  const item = { item_id: 'i1', title: 'Kettle', sku: 'KETTLE-N', asin: null, fnsku: null, gtin: null, photo: null, condition: 11 };
  const line = { ...item, quantity: 2, verified: 2, shipped: 2, price: null, tax: null, shipping: null };
  const packed = (nth: number) => ({ ...allocation, id: 10 + nth, item_id: 'i1', nth, state: 'SHIPPED' as const });
  world.shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', items: [line], pieces: [packed(1), packed(2)] };
  const user = open({ confirm: ORDER });
  await screen.findByLabelText('Tracking number');
  await user.click(screen.getByRole('button', { name: 'Add box' }));
  scanInto(screen.getByRole('button', { name: 'Later' }), '1Z12345E0205271688');
  const [first, second] = [1, 2].map((nth) => screen.getByLabelText<HTMLInputElement>(`Tracking number of box ${nth}`)) as [HTMLInputElement, HTMLInputElement];
  expect([first.value, document.activeElement]).toEqual(['1Z12345E0205271688', second]);
  for (const code of ['9400111899223197428490', '1Z999AA10123456784']) {
    scanInto(second, code);
    expect([second.value, selected(second)]).toEqual([code, code]);
  }
  expect(sentTo('/api/orders/confirm')).toEqual([]);
});

const shipped: typeof detail = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', pieces: [{ ...allocation, state: 'SHIPPED' }] };

it.each([
  ['X00KETTLEN', 'X00KETTLEN is a product code, not a tracking number.'],
  ['036000291452', '036000291452 is a product code, not a tracking number.'],
  [ORDER, `${ORDER} is an order number, not a tracking number.`],
  ['X00OTHER01', 'X00OTHER01 could be from several carriers. Choose the carrier, or scan the parcel’s label.'],
])('rejects %s scanned as the tracking number aloud; the next scan replaces it', async (code, why) => {
  world.shown = shipped;
  open({ confirm: ORDER });
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  scanInto(field, code);
  expect(await screen.findByText(why)).toBeTruthy();
  expect([played, selected(field), sentTo('/api/orders/confirm')]).toEqual([['/sounds/error.wav'], code, []]);
  scanInto(field, '1Z12345E0205271688');
  await waitFor(() => expect(sentTo('/api/orders/confirm')).toEqual([expect.objectContaining({ trackingNumber: '1Z12345E0205271688' })]));
});

it('reports that another person has entered it meanwhile, and that shipping was undone', async () => {
  world.shown = shipped;
  const user = open({ confirm: ORDER });
  await screen.findByLabelText('Tracking number');
  const shown = { package_id: '1', carrier_code: 'UPS', carrier_name: null, shipping_method: null, tracking_number: '1Z12345E0205271688' };
  const reported = { ship_date: '2026-11-21 12:00:00', attempts: 0, next_attempt_at: null, failure: null, confirmed_at: null, entered_by: 'Bob', boxes: [] };
  world.shown = { ...shipped, local_state: 'CONFIRM_QUEUED', shipment: { ...shown, ...reported } };
  publish(ordersTopic, { orderId: ORDER, change: 'CONFIRM', actor: 'Bob' });
  expect(await screen.findByText('Amazon is being notified: 1Z12345E0205271688, entered by Bob.')).toBeTruthy();
  expect(screen.queryByLabelText('Tracking number')).toBeNull();
  world.shown = detail;
  publish(ordersTopic, { orderId: ORDER, change: 'UNDONE', actor: 'Bob' });
  expect(await screen.findByText('The shipping was undone. There is nothing to confirm.')).toBeTruthy();
  await user.click(screen.getByText('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the result when only the answer was lost', async () => {
  world.shown = shipped;
  open({ confirm: ORDER });
  const shown = { package_id: '1', carrier_code: 'UPS', carrier_name: null, shipping_method: null, tracking_number: '1Z12345E0205271688' };
  const reported = { ship_date: '2026-11-21 12:00:00', attempts: 0, next_attempt_at: null, failure: null, confirmed_at: null, entered_by: 'Ann', boxes: [] };
  server.use(
    http.post('/api/orders/confirm', () => {
      world.shown = { ...shipped, local_state: 'CONFIRM_QUEUED', shipment: { ...shown, ...reported } };
      return HttpResponse.error();
    }),
  );
  scanInto(await screen.findByLabelText('Tracking number'), '1Z12345E0205271688');
  expect(await screen.findByText('Amazon is being notified: 1Z12345E0205271688, entered by Ann.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('recognizes the carrier of a scanned number, replacing the previous choice', async () => {
  world.shown = shipped;
  const user = open({ confirm: ORDER });
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  await user.selectOptions(screen.getByLabelText('Carrier'), 'UPS');
  fireEvent.change(screen.getByLabelText('Service'), { target: { value: 'Ground' } });
  scanInto(field, '9400111899223197428490');
  await waitFor(() =>
    expect(sentTo('/api/orders/confirm')).toEqual([
      expect.objectContaining({ carrierCode: 'USPS', shippingMethod: '', trackingNumber: '9400111899223197428490' }),
    ]),
  );
});

it.each(['Service', 'Weight, lb'])('uses a label scanned into %s as the tracking number and preserves that field', async (label) => {
  world.shown = shipped;
  open({ confirm: ORDER });
  await screen.findByLabelText('Tracking number');
  scanInto(screen.getByLabelText(label), '1Z12345E0205271688');
  await waitFor(() =>
    expect(sentTo('/api/orders/confirm')).toEqual([expect.objectContaining({ carrierCode: 'UPS', shippingMethod: '', trackingNumber: '1Z12345E0205271688' })]),
  );
});

it('lists what is missing to send a scanned number', async () => {
  world.shown = shipped;
  const user = open({ confirm: ORDER });
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking number');
  await user.selectOptions(screen.getByLabelText('Carrier'), 'Other');
  scanInto(field, 'ABC-123456');
  expect(await screen.findByText('ABC-123456 was not sent. Enter the carrier’s name.')).toBeTruthy();
  expect(played).toEqual(['/sounds/error.wav']);
  await user.click(screen.getByText('Weight and size'));
  fireEvent.change(screen.getByLabelText('Weight, lb'), { target: { value: 'abc' } });
  scanInto(field, '1Z12345E0205271688');
  expect(await screen.findByText('1Z12345E0205271688 was not sent. Weight and size must be numbers above 0.')).toBeTruthy();
  expect(sentTo('/api/orders/confirm')).toEqual([]);
});
