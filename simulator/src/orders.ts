import { parcel } from './carriers.ts';
import { createRandom } from './random.ts';
import { CONDITIONS, channelOf, type Listing, MARKETPLACE_ID, priceOf, type State } from './state.ts';
import { fields, invalidInput, iso, listOf, notFound, type Operation, page, Refusal } from './wire.ts';
import type { World } from './world.ts';

export interface OrderRecord {
  readonly orderId: string;
  readonly createdAt: number;
  readonly items: {
    readonly id: string;
    readonly sku: string;
    readonly asin: string;
    readonly title: string;
    readonly condition: Listing['condition'];
    readonly quantity: number;
    shipped: number;
    readonly cents: number;
  }[];
  /** When the payment is through and it may be shipped. */
  readonly payableAt: number;
  readonly isCancelled: boolean;
  readonly isCancelRequested: boolean;
  readonly isGift: boolean;
  readonly programs: readonly string[];
  readonly serviceLevel: ServiceLevel;
  updatedAt: number;
  /** What was shipped, by the seller's own number of the package. */
  readonly packages: Map<string, OrderPackage>;
}

interface OrderPackage {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly shipTime: string;
  readonly items: readonly { readonly orderItemId: string; readonly quantity: number }[];
  readonly createdAt: number;
  /** The buyer does not take it: it travels back. */
  readonly comesBack: boolean;
}

/** Of parcels, how many come back. */
const RETURNING = 0.08;

/** How many days each service level leaves for shipping, and for the way. */
const SERVICE_LEVELS = { STANDARD: [2, 5], EXPEDITED: [1, 3], SECOND_DAY: [1, 2], NEXT_DAY: [1, 1] } as const;
type ServiceLevel = keyof typeof SERVICE_LEVELS;
const SHIPPING_CENTS: Readonly<Record<ServiceLevel, number>> = { STANDARD: 499, EXPEDITED: 899, SECOND_DAY: 0, NEXT_DAY: 1_499 };
const TAX_RATE = 0.08;

const DAY_MS = 24 * 3_600_000;
const PENDING_MS = 30 * 60_000;
const MAX_PER_DAY = 7;
const DAYS_OF_HISTORY = 30;
/** Orders older than this have been shipped. */
const SHIPPED_AFTER_MS = 3 * DAY_MS;

/** What every day has beside what chance brings, so that at any time there is an order in every state. */
const CERTAIN: readonly {
  readonly startsAt: number;
  readonly paidAfter: number;
  readonly every?: number;
  readonly is?: Partial<OrderRecord>;
  readonly isPartial?: boolean;
  readonly quantity?: number;
}[] = [
  // Pending until an hour of the next day, when that day's own is there.
  { startsAt: 0, paidAfter: DAY_MS + 3_600_000 },
  { startsAt: 0, paidAfter: 0, isPartial: true },
  // To be shipped by the end of the next day.
  { startsAt: DAY_MS - 60_000, paidAfter: 0, is: { programs: ['PRIME'], serviceLevel: 'SECOND_DAY' } },
  // Late from the next day on.
  { startsAt: 0, paidAfter: 0, is: { programs: ['PREMIUM'], serviceLevel: 'NEXT_DAY' } },
  { startsAt: 0, paidAfter: 0, every: 2, is: { isCancelRequested: true } },
  { startsAt: 0, paidAfter: 0, every: 5, is: { isCancelled: true } },
  // More than goes into one box.
  { startsAt: 0, paidAfter: 0, quantity: 3 },
];
const FIRST_CERTAIN_NUMBER = 90;

/** Makes the seller-fulfilled orders of every day up to now that is not there yet: each depends on seed and day alone. */
export function makeOrders(state: State, now: number): void {
  const listings = [...state.listings.values()].filter((listing) => channelOf(listing) === 'DEFAULT');
  if (listings.length === 0) return;
  const today = Math.floor(now / DAY_MS);
  for (let day = today - DAYS_OF_HISTORY; day <= today; day++) {
    const random = createRandom(state.seed * 6_007 + day);
    const count = 1 + Math.floor(random() * MAX_PER_DAY);
    const orders = Array.from({ length: count }, (_, nth) => makeOrder({ listings, day, nth, random }));
    for (const order of [...orders, ...certainOrders(listings, day, createRandom(state.seed * 7_919 + day))]) {
      if (order.createdAt > now || state.orders.has(order.orderId)) continue;
      if (now - order.createdAt > SHIPPED_AFTER_MS && !order.isCancelled) shipLongAgo(order);
      state.orders.set(order.orderId, order);
    }
  }
}

/** What was shipped before anybody asked, on the day after it was paid, by a parcel of its own. */
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
    const plain = { programs: [], serviceLevel: 'STANDARD', isCancelled: false, isCancelRequested: false } as const;
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
  const isCancelled = random() < 0.05;
  const lot = random();
  return {
    orderId,
    createdAt,
    items,
    payableAt: createdAt + PENDING_MS,
    isCancelled,
    isCancelRequested: !isCancelled && random() < 0.05,
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

export function orderOperations(world: World): Operation[] {
  const { state } = world;
  const find = (id: string | undefined) => {
    const order = state.orders.get(id ?? '');
    if (order === undefined) throw notFound(`The order ${id} does not exist`);
    return order;
  };
  return [
    {
      name: 'searchOrders',
      method: 'GET',
      path: '/orders/2026-01-01/orders',
      rate: 0.0056,
      burst: 20,
      run: ({ query, now }) => ({ status: 200, body: search(state, query, now) }),
    },
    {
      name: 'getOrder',
      method: 'GET',
      path: '/orders/2026-01-01/orders/{orderId}',
      rate: 0.5,
      burst: 30,
      run: ({ params, query, now }) => ({ status: 200, body: { order: toWire(find(params.orderId), listOf(query, 'includedData'), now) } }),
    },
    {
      name: 'confirmShipment',
      method: 'POST',
      path: '/orders/v0/orders/{orderId}/shipmentConfirmation',
      rate: 2,
      burst: 10,
      run: ({ params, body, now }) => {
        confirm(find(params.orderId), fields(body), now);
        return { status: 204 };
      },
    },
  ];
}

function search(state: State, query: URLSearchParams, now: number) {
  const created = query.get('createdAfter');
  const updated = query.get('lastUpdatedAfter');
  if ((created === null) === (updated === null)) throw invalidInput('Exactly one of createdAfter and lastUpdatedAfter is needed');
  const after = Date.parse(created ?? updated ?? '');
  if (Number.isNaN(after)) throw invalidInput('createdAfter and lastUpdatedAfter must be ISO 8601');
  makeOrders(state, now);
  const statuses = listOf(query, 'fulfillmentStatuses');
  const chosen = [...state.orders.values()]
    .filter((order) => (created === null ? changedAt(order, now) : order.createdAt) > after)
    .filter((order) => statuses.length === 0 || statuses.includes(statusOf(order, now)))
    .sort((a, b) => changedAt(a, now) - changedAt(b, now) || a.orderId.localeCompare(b.orderId));
  const { items, nextToken } = page(chosen, Math.min(100, Number(query.get('maxResultsPerPage') ?? 100)), query.get('paginationToken'));
  const includedData = listOf(query, 'includedData');
  return {
    orders: items.map((order) => toWire(order, includedData, now)),
    ...(nextToken !== undefined && { pagination: { nextToken } }),
    ...(updated !== null && { lastUpdatedBefore: iso(now - 120_000) }),
  };
}

/** An order changes when its payment comes through, when it is shipped, and whenever a package of it gets further. */
function changedAt(order: OrderRecord, now: number): number {
  const stops = [...order.packages.values()].flatMap((box) => journeyOf(order, box)).map(({ at }) => at);
  return Math.max(order.updatedAt, ...[order.payableAt, ...stops].filter((at) => at <= now));
}

interface Stop {
  readonly at: number;
  readonly status: string;
  readonly detailedStatus: string;
}

const OUT_AT_HOUR = 6;
const THERE_AT_HOUR = 18;

/** Where a package is, and since when: it leaves the house in the morning of a day, and arrives in its evening. */
function journeyOf({ serviceLevel }: OrderRecord, { createdAt, comesBack }: OrderPackage): Stop[] {
  const [, wayDays] = SERVICE_LEVELS[serviceLevel];
  const lastDay = (Math.floor(createdAt / DAY_MS) + wayDays) * DAY_MS;
  const stops = [
    { at: createdAt, status: 'IN_TRANSIT', detailedStatus: 'PICKED_UP' },
    { at: lastDay + OUT_AT_HOUR * 3_600_000, status: 'IN_TRANSIT', detailedStatus: 'OUT_FOR_DELIVERY' },
  ];
  if (!comesBack) return [...stops, { at: lastDay + THERE_AT_HOUR * 3_600_000, status: 'DELIVERED', detailedStatus: 'DELIVERED' }];
  return [
    ...stops,
    { at: lastDay + THERE_AT_HOUR * 3_600_000, status: 'UNDELIVERABLE', detailedStatus: 'REJECTED_BY_BUYER' },
    { at: lastDay + 4 * DAY_MS, status: 'UNDELIVERABLE', detailedStatus: 'RETURNED_TO_SELLER' },
  ];
}

function statusOf(order: OrderRecord, now: number): string {
  if (order.isCancelled) return 'CANCELLED';
  if (order.items.every((item) => item.shipped >= item.quantity)) return 'SHIPPED';
  if (order.items.some((item) => item.shipped > 0)) return 'PARTIALLY_SHIPPED';
  return order.payableAt <= now ? 'UNSHIPPED' : 'PENDING';
}

const USPS_NUMBER = /^(\d{20,34}|[A-Z]{2}\d{9}US)$/;

function confirm(order: OrderRecord, body: Record<string, unknown>, now: number): void {
  const detail = fields(body.packageDetail);
  for (const name of ['packageReferenceId', 'carrierCode', 'trackingNumber', 'shipDate']) {
    if (typeof detail[name] !== 'string' || detail[name] === '') throw invalidInput(`packageDetail.${name} is required`);
  }
  if (!/^[1-9]\d*$/.test(String(detail.packageReferenceId))) throw invalidInput('packageReferenceId must be a positive number');
  if (detail.carrierCode === 'Other' && !detail.carrierName) throw invalidInput('carrierName is required for carrierCode Other');
  if (detail.carrierCode === 'USPS' && !USPS_NUMBER.test(String(detail.trackingNumber))) {
    throw invalidInput('packageDetail.trackingNumber is not a tracking number of USPS');
  }
  if (!Array.isArray(detail.orderItems) || detail.orderItems.length === 0) throw invalidInput('packageDetail.orderItems is required');
  if (statusOf(order, now) !== 'UNSHIPPED' && statusOf(order, now) !== 'PARTIALLY_SHIPPED') {
    throw new Refusal(400, 'InvalidInput', 'PackageToUpdateNotFound');
  }
  const shipped = (detail.orderItems as { orderItemId: string; quantity: number }[]).map((line) => ({
    line,
    item: order.items.find(({ id }) => id === line.orderItemId),
  }));
  for (const { line, item } of shipped) {
    const isValid = item !== undefined && Number.isInteger(line.quantity) && line.quantity > 0 && line.quantity <= item.quantity - item.shipped;
    if (!isValid) throw invalidInput('An order item is not valid');
  }
  for (const { line, item } of shipped) if (item !== undefined) item.shipped += line.quantity;
  order.packages.set(String(detail.packageReferenceId), {
    carrier: String(detail.carrierCode),
    trackingNumber: String(detail.trackingNumber),
    shipTime: String(detail.shipDate),
    items: shipped.map(({ line: { orderItemId, quantity } }) => ({ orderItemId, quantity })),
    createdAt: now,
    comesBack: false,
  });
  order.updatedAt = now;
}

const usd = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: 'USD' });

function toWire(order: OrderRecord, includedData: readonly string[], now: number) {
  const total = order.items.reduce((sum, item) => sum + item.cents * item.quantity + taxOf(item) + shippingOf(order), 0);
  const isDetailed = includedData.includes('FULFILLMENT');
  const hasProceeds = includedData.includes('PROCEEDS');
  const [shipDays, wayDays] = SERVICE_LEVELS[order.serviceLevel];
  const shipBy = order.payableAt + shipDays * DAY_MS;
  return {
    orderId: order.orderId,
    createdTime: iso(order.createdAt),
    lastUpdatedTime: iso(changedAt(order, now)),
    ...(order.programs.length > 0 && { programs: [...order.programs] }),
    salesChannel: { channelName: 'AMAZON', marketplaceId: MARKETPLACE_ID, marketplaceName: 'Amazon.com' },
    ...(hasProceeds && { proceeds: { grandTotal: usd(total) } }),
    ...(isDetailed && {
      fulfillment: {
        fulfillmentStatus: statusOf(order, now),
        fulfilledBy: 'MERCHANT',
        fulfillmentServiceLevel: order.serviceLevel,
        shipByWindow: { earliestDateTime: iso(order.payableAt), latestDateTime: iso(shipBy) },
        deliverByWindow: { earliestDateTime: iso(shipBy + DAY_MS), latestDateTime: iso(shipBy + wayDays * DAY_MS) },
      },
    }),
    ...(includedData.includes('BUYER') && { buyer: { buyerName: nameOf(order), buyerEmail: `${order.orderId}@marketplace.example` } }),
    ...(includedData.includes('RECIPIENT') && { recipient: { deliveryAddress: addressOf(order) } }),
    orderItems: order.items.map((item) => toWireItem(order, item, { isDetailed, hasProceeds })),
    ...(includedData.includes('PACKAGES') &&
      order.packages.size > 0 && { packages: [...order.packages].map(([id, box]) => toWirePackage(order, id, box, now)) }),
  };
}

const FIRST_NAMES = ['Alex', 'Robin', 'Sam', 'Kim', 'Jo', 'Chris'];
const LAST_NAMES = ['Example', 'Sample', 'Placeholder', 'Nobody', 'Specimen'];

/** Nobody real: made of the order's number. */
function nameOf({ orderId }: OrderRecord): string {
  const seed = Number(orderId.slice(-4)) + Number(orderId.slice(4, 11));
  return `${FIRST_NAMES[seed % FIRST_NAMES.length]} ${LAST_NAMES[seed % LAST_NAMES.length]}`;
}

function addressOf(order: OrderRecord) {
  const number = (Number(order.orderId.slice(-4)) % 900) + 1;
  return {
    name: nameOf(order),
    addressLine1: `${number} Example Street`,
    city: 'Springfield',
    stateOrRegion: 'OR',
    postalCode: '97477',
    countryCode: 'US',
    phone: '555-0100',
    addressType: 'RESIDENTIAL',
  };
}

function toWirePackage(order: OrderRecord, packageReferenceId: string, box: OrderPackage, now: number) {
  const { carrier, trackingNumber, shipTime, items, createdAt } = box;
  const { status, detailedStatus } = journeyOf(order, box).findLast(({ at }) => at <= now) ?? { status: 'PENDING', detailedStatus: 'PENDING_DROP_OFF' };
  return {
    packageReferenceId,
    createdTime: iso(createdAt),
    packageStatus: { status, detailedStatus },
    carrier,
    shipTime,
    trackingNumber,
    packageItems: items.map((item) => ({ ...item })),
  };
}

/** What the buyer pays for the way of a line. */
const shippingOf = ({ serviceLevel }: OrderRecord) => SHIPPING_CENTS[serviceLevel];
const taxOf = (item: OrderRecord['items'][number]) => Math.round(item.cents * item.quantity * TAX_RATE);

function toWireItem(order: OrderRecord, item: OrderRecord['items'][number], { isDetailed, hasProceeds }: { isDetailed: boolean; hasProceeds: boolean }) {
  const [conditionType, conditionSubtype] = CONDITIONS[item.condition].order;
  const lineCents = item.cents * item.quantity;
  const breakdowns = [
    { type: 'ITEM', subtotal: usd(lineCents) },
    { type: 'SHIPPING', subtotal: usd(shippingOf(order)) },
    { type: 'TAX', subtotal: usd(taxOf(item)) },
  ];
  return {
    orderItemId: item.id,
    quantityOrdered: item.quantity,
    product: { asin: item.asin, title: item.title, sellerSku: item.sku, condition: { conditionType, conditionSubtype }, price: { unitPrice: usd(item.cents) } },
    ...(hasProceeds && { proceeds: { proceedsTotal: usd(lineCents + shippingOf(order) + taxOf(item)), breakdowns } }),
    ...(order.isCancelRequested && { cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'Ordered by mistake' } } }),
    ...(isDetailed && {
      fulfillment: {
        quantityFulfilled: item.shipped,
        quantityUnfulfilled: order.isCancelled ? 0 : item.quantity - item.shipped,
        ...(order.isGift && { packing: { giftOption: { giftWrapLevel: 'Classic' } } }),
      },
    }),
  };
}
