import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFaults } from '../faults.ts';
import { createState, toListing } from '../state.ts';
import { makeOrders } from './order-generator.ts';
import { orderOperations } from './orders.ts';

const DAY_MS = 24 * 3_600_000;
const listing = {
  sku: 'SKU-1',
  asin: 'B000KETTLE',
  fnSku: 'X00KETTLEN',
  condition: 11,
  channel: 'DEFAULT',
  title: 'Kettle',
  brand: 'Norden',
  gtin: '00036000291452',
  priceCents: 2_999,
  quantity: 4,
} as const;

interface Order {
  readonly programs?: readonly string[];
  readonly fulfillment: { readonly fulfillmentStatus: string; readonly shipByWindow: { readonly latestDateTime: string } };
  readonly orderItems: readonly { readonly cancellation?: object; readonly fulfillment: { readonly quantityFulfilled: number } }[];
}

function ordersAt(seed: number, now: number, laterMs: number): Order[] {
  const state = { ...createState('A1'), seed };
  state.listings.set(listing.sku, toListing(listing, now));
  makeOrders(state, now);
  const [search] = orderOperations({ state, clock: { now: () => now, advance: () => {} }, faults: createFaults(), baseUrl: () => '' });
  if (search === undefined) throw new Error('There is no operation');
  const query = new URLSearchParams({ createdAfter: new Date(now - 40 * DAY_MS).toISOString(), includedData: 'FULFILLMENT', maxResultsPerPage: '100' });
  const orders: Order[] = [];
  for (let token: string | undefined; ; ) {
    if (token !== undefined) query.set('paginationToken', token);
    const { body } = search.run({ params: {}, query, body: undefined, now: now + laterMs }) as {
      body: { orders: Order[]; pagination?: { nextToken: string } };
    };
    orders.push(...body.orders);
    token = body.pagination?.nextToken;
    if (token === undefined) return orders;
  }
}

it('always has an order in every state, a Prime order to ship today, a late one and one with a cancellation request', () => {
  const input = [fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 400 * DAY_MS }), fc.integer({ min: 0, max: 5 * DAY_MS })] as const;
  fc.assert(
    fc.property(...input, (seed, sinceStart, laterMs) => {
      const start = Date.parse('2026-11-01T00:00:00Z') + sinceStart;
      const now = start + laterMs;
      const orders = ordersAt(seed, start, laterMs);
      const isOpen = ({ fulfillment }: Order) => ['UNSHIPPED', 'PARTIALLY_SHIPPED'].includes(fulfillment.fulfillmentStatus);
      const shipBy = ({ fulfillment }: Order) => Date.parse(fulfillment.shipByWindow.latestDateTime);
      const statuses = new Set(orders.map(({ fulfillment }) => fulfillment.fulfillmentStatus));
      expect([...statuses].toSorted()).toEqual(['CANCELLED', 'PARTIALLY_SHIPPED', 'PENDING', 'SHIPPED', 'UNSHIPPED']);
      expect(orders.some((order) => isOpen(order) && shipBy(order) < now)).toBe(true);
      expect(orders.some((order) => isOpen(order) && order.orderItems.some(({ cancellation }) => cancellation !== undefined))).toBe(true);
      // The last minute of a day has the orders of the next day.
      const isNext = (order: Order) => shipBy(order) >= now && shipBy(order) - now <= DAY_MS;
      expect(orders.some((order) => isOpen(order) && order.programs?.includes('PRIME') && isNext(order))).toBe(true);
    }),
    { numRuns: 40 },
  );
});
