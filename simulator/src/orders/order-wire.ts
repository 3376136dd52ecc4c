import { CONDITIONS } from '../listings/conditions.ts';
import { MARKETPLACE_ID } from '../state.ts';
import { iso } from '../wire.ts';
import { changedAt, DAY_MS, journeyOf, type OrderPackage, type OrderRecord, SERVICE_LEVELS, type ServiceLevel, statusOf } from './order-record.ts';

const SHIPPING_CENTS: Readonly<Record<ServiceLevel, number>> = { STANDARD: 499, EXPEDITED: 899, SECOND_DAY: 0, NEXT_DAY: 1_499 };
const TAX_RATE = 0.08;

const usd = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: 'USD' });

/** An order in the API's format, with the requested parts. */
export function toWire(order: OrderRecord, includedData: readonly string[], now: number) {
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

/** A fictitious recipient, derived from the order number. */
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

/** The shipping price of a line. */
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
        quantityUnfulfilled: order.isCanceled ? 0 : item.quantity - item.shipped,
        ...(order.isGift && { packing: { giftOption: { giftWrapLevel: 'Classic' } } }),
      },
    }),
  };
}
