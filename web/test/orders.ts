import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import type { OrderSummary } from '@stowage/contract/orders/orders';
import { HttpResponse, http } from 'msw';
import { server } from './server.ts';

export const ORDER = '112-0000001-0000001';
export const allocation: OrderDetail['pieces'][number] = {
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
export const order: OrderSummary = {
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
  started_by_id: null,
  started_at: null,
  shipped_by: null,
  shipped_at: null,
  delivered_at: null,
  returned_at: null,
  returned_units: 0,
  waiting: 0,
  failure: null,
  pieces: [{ ...allocation, is_verified: false }],
};
export const detail: OrderDetail = {
  ...order,
  pieces: [allocation],
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
  label_photos: 0,
  recipient_until: null,
  events: [],
};

/** The test server's data, and the calls that it received. */
export const world = {
  rows: [order] as OrderSummary[],
  shown: detail,
  queries: [] as string[],
  sent: [] as { path: string; body: unknown }[],
  /** The result of a verification. */
  result: 1 as number | 'lost',
  /** The allocation that it names. */
  named: 7,
};

export const sentTo = (path: string) => world.sent.filter((one) => one.path === path).map(({ body }) => body);

/** Creates a server with one order that answers like the real one. Call it before each test. */
export function seedOrders(): void {
  Object.assign(world, { rows: [order], shown: detail, queries: [], sent: [], result: 1, named: 7 });
  const take = (path: string, answer: () => Response) =>
    http.post(path, async ({ request }) => {
      world.sent.push({ path, body: await request.json() });
      return answer();
    });
  const done = () => HttpResponse.json({ success: true, message: 'ok' });
  server.use(
    http.get('/api/orders', ({ request }) => {
      world.queries.push(new URL(request.url).search);
      return HttpResponse.json({ data: world.rows, next: null, is_by_number: world.queries.at(-1)?.includes('1Z') });
    }),
    http.get('/api/orders/totals', () =>
      HttpResponse.json({ toShip: 22, late: 3, urgent: 2, pending: 1, toConfirm: 4, failed: 0, cancelRequested: 1, backordered: 5 }),
    ),
    http.get('/api/orders/pieces/7/product-units', () =>
      HttpResponse.json([
        { id: 40, identifier: 'X00KETTLEG', location: 'A-1', created_at: '2026-10-01 08:00:00', condition: 3, is_reserved: true },
        { id: 41, identifier: 'X00KETTLEN', location: 'B-2', created_at: '2026-10-02 08:00:00', condition: 11, is_reserved: false },
      ]),
    ),
    http.get(`/api/orders/${ORDER}`, () => HttpResponse.json(world.shown)),
    take('/api/orders/start', done),
    take('/api/orders/confirm', done),
    take('/api/orders/cancel-request', done),
    take('/api/orders/productverification', () => {
      if (world.result === 'lost') return HttpResponse.json({}, { status: 500 });
      if (world.result === 1 || world.result === 2) world.shown = { ...detail, pieces: [{ ...allocation, verified_as: world.result, verified_by: 'Ann' }] };
      return HttpResponse.json({ result: world.result, pieceId: world.named, verificationId: 5 });
    }),
    take('/api/orders/updatelocalinventory', () => {
      world.shown = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', shipped_by: 'Ann', pieces: [{ ...allocation, state: 'SHIPPED', sold: 1 }] };
      return HttpResponse.json({ success: true, message: 'Order shipped', orderShipped: true });
    }),
  );
}
