import { createRandom } from '../random.ts';
import { channelOf, type Listing, priceOf, type State } from '../state.ts';
import { iso } from '../wire.ts';
import { parcel } from './carriers.ts';
import { DAY_MS, type OrderRecord } from './order-record.ts';

/** The share of parcels that come back. */
const RETURNING = 0.08;

const PENDING_MS = 30 * 60_000;
const MAX_PER_DAY = 7;
const DAYS_OF_HISTORY = 30;
/** Older orders are shipped. */
const SHIPPED_AFTER_MS = 3 * DAY_MS;

/** The fixed orders of every day, besides the random ones, so that an order in every state exists at any time. */
const CERTAIN: readonly {
  readonly startsAt: number;
  readonly paidAfter: number;
  readonly every?: number;
  readonly is?: Partial<OrderRecord>;
  readonly isPartial?: boolean;
  readonly quantity?: number;
}[] = [
  // Pending until an hour of the next day, when that day's own pending order exists.
  { startsAt: 0, paidAfter: DAY_MS + 3_600_000 },
  { startsAt: 0, paidAfter: 0, isPartial: true },
  // Must ship by the end of the next day.
  { startsAt: DAY_MS - 60_000, paidAfter: 0, is: { programs: ['PRIME'], serviceLevel: 'SECOND_DAY' } },
  // Late from the next day on.
  { startsAt: 0, paidAfter: 0, is: { programs: ['PREMIUM'], serviceLevel: 'NEXT_DAY' } },
  { startsAt: 0, paidAfter: 0, every: 2, is: { isCancelRequested: true } },
  { startsAt: 0, paidAfter: 0, every: 5, is: { isCanceled: true } },
  // Needs several boxes.
  { startsAt: 0, paidAfter: 0, quantity: 3 },
];
const FIRST_CERTAIN_NUMBER = 90;

/** Creates the missing seller-fulfilled orders of every day up to now. Each day depends only on the seed and the day. */
export function makeOrders(state: State, now: number): void {
  if (!state.hasRandomOrders) return;
  const listings = [...state.listings.values()].filter((listing) => channelOf(listing) === 'DEFAULT');
  if (listings.length === 0) return;
  const today = Math.floor(now / DAY_MS);
  for (let day = today - DAYS_OF_HISTORY; day <= today; day++) {
    const random = createRandom(state.seed * 6_007 + day);
    const count = 1 + Math.floor(random() * MAX_PER_DAY);
    const orders = Array.from({ length: count }, (_, nth) => makeOrder({ listings, day, nth, random }));
    for (const order of [...orders, ...certainOrders(listings, day, createRandom(state.seed * 7_919 + day))]) {
      if (order.createdAt > now || state.orders.has(order.orderId)) continue;
      if (now - order.createdAt > SHIPPED_AFTER_MS && !order.isCanceled) shipLongAgo(order);
      state.orders.set(order.orderId, order);
    }
  }
}

/** The shipment of an old order: one parcel on the day after the payment. */
function shipLongAgo(order: OrderRecord): void {
  const [first] = order.items;
  for (const item of order.items) item.shipped = item.quantity;
  const random = createRandom(Number(first?.id.slice(-9) ?? 1));
  const shippedAt = order.payableAt + DAY_MS;
  const { carrier, trackingNumber } = parcel(random);
  order.packages.set('1', {
    carrier,
    trackingNumber,
    shipTime: iso(shippedAt),
    items: order.items.map(({ id, quantity }) => ({ orderItemId: id, quantity })),
    createdAt: shippedAt,
    comesBack: random() < RETURNING,
  });
}

function certainOrders(listings: Listing[], day: number, random: () => number): OrderRecord[] {
  return CERTAIN.flatMap(({ startsAt, paidAfter, every = 1, is, isPartial = false, quantity }, index) => {
    const nth = FIRST_CERTAIN_NUMBER + index;
    const order = makeOrder({ listings, day, nth, random });
    if (day % every !== 0) return [];
    const createdAt = day * DAY_MS + startsAt;
    const plain = { programs: [], serviceLevel: 'STANDARD', isCanceled: false, isCancelRequested: false } as const;
    const made = { ...order, ...plain, ...is, createdAt, updatedAt: createdAt, payableAt: createdAt + paidAfter };
    const [first] = made.items;
    if (quantity !== undefined && first !== undefined) return [{ ...made, items: [{ ...first, quantity }] }];
    if (!isPartial) return [made];
    const items = first === undefined ? [] : [{ ...first, shipped: first.quantity }, makeItem({ listings, random, id: `${day}${nth}9` })];
    return [{ ...made, items }];
  });
}

function makeOrder({ listings, day, nth, random }: { listings: Listing[]; day: number; nth: number; random: () => number }): OrderRecord {
  const createdAt = day * DAY_MS + Math.floor(random() * DAY_MS);
  const orderId = `112-${String(day).padStart(7, '0')}-${String(nth).padStart(7, '0')}`;
  const items = Array.from({ length: random() < 0.15 ? 2 : 1 }, (_, index) => makeItem({ listings, random, id: `${day}${nth}${index}` }));
  const isCanceled = random() < 0.05;
  const lot = random();
  return {
    orderId,
    createdAt,
    items,
    payableAt: createdAt + PENDING_MS,
    isCanceled,
    isCancelRequested: !isCanceled && random() < 0.05,
    isGift: random() < 0.06,
    programs: [...(lot < 0.15 ? ['PRIME'] : lot < 0.2 ? ['PREMIUM'] : []), ...(random() < 0.1 ? ['AMAZON_BUSINESS'] : [])],
    serviceLevel: lot < 0.15 ? 'SECOND_DAY' : lot < 0.2 ? 'NEXT_DAY' : lot < 0.35 ? 'EXPEDITED' : 'STANDARD',
    updatedAt: createdAt,
    packages: new Map(),
  };
}

function makeItem({ listings, random, id }: { listings: Listing[]; random: () => number; id: string }): OrderRecord['items'][number] {
  const listing = listings[Math.floor(random() * listings.length)] as Listing;
  const { sku, asin, title, condition } = listing;
  const cents = Math.round((priceOf(listing) ?? 0) * 100);
  return { id, sku, asin, title, condition, quantity: random() < 0.1 ? 2 : 1, shipped: 0, cents };
}
