import { conditionCode } from '../formats/condition.rules.ts';
import { parseMoment } from '../formats/moment.rules.ts';

export type OrderStatus = 'PENDING' | 'UNSHIPPED' | 'PARTIALLY_SHIPPED' | 'SHIPPED' | 'CANCELLED';

/** A seller-fulfilled order, without buyer data. */
export interface MarketplaceOrder {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  readonly status: OrderStatus;
  readonly shipBy: Date | undefined;
  readonly deliverBy: Date | undefined;
  /** `STANDARD`, `NEXT_DAY`, … */
  readonly serviceLevel: string | undefined;
  readonly isPrime: boolean;
  readonly isPremium: boolean;
  readonly isBusiness: boolean;
  readonly isGift: boolean;
  /** Decimal string. */
  readonly total: string | undefined;
  readonly currency: string | undefined;
  readonly isCancelRequested: boolean;
  readonly items: readonly MarketplaceOrderItem[];
  /** All shipped packages, including those that were confirmed elsewhere. */
  readonly packages: readonly MarketplacePackage[];
}

/** A shipped package. The marketplace does not report the times of its events. */
export interface MarketplacePackage {
  /** The seller's number of the package. */
  readonly reference: string;
  /** `IN_TRANSIT`, `DELIVERED`, … */
  readonly status: string;
  /** `OUT_FOR_DELIVERY`, `RETURNED_TO_SELLER`, … */
  readonly detailedStatus: string | undefined;
  readonly carrier: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly units: number;
}

export interface MarketplaceOrderItem {
  readonly itemId: string;
  readonly sku: string | undefined;
  readonly asin: string | undefined;
  readonly title: string | undefined;
  /** 11, 1, 2, 3 or 4; undefined for a condition that we do not sell. */
  readonly condition: number | undefined;
  readonly quantity: number;
  readonly shipped: number;
  /** The price of one unit without tax, as a decimal string. */
  readonly price: string | undefined;
  /** The tax of the whole line. */
  readonly tax: string | undefined;
  readonly shipping: string | undefined;
}

/** Personal data of a buyer, which must be stored encrypted and for a limited time. */
export interface MarketplaceRecipient {
  readonly name: string | undefined;
  /** The lines of the address as printed. */
  readonly lines: readonly string[];
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

interface WireMoney {
  readonly amount?: string;
  readonly currencyCode?: string;
}

interface WireOrder {
  readonly orderId: string;
  readonly createdTime: string;
  readonly lastUpdatedTime: string;
  readonly programs?: readonly string[];
  readonly proceeds?: { grandTotal?: WireMoney };
  readonly fulfillment?: {
    fulfillmentStatus: string;
    fulfillmentServiceLevel?: string;
    shipByWindow?: { latestDateTime?: string };
    deliverByWindow?: { latestDateTime?: string };
  };
  readonly orderItems: readonly WireOrderItem[];
  readonly packages?: readonly WirePackage[];
}

interface WirePackage {
  readonly packageReferenceId: string;
  readonly packageStatus?: { status?: string; detailedStatus?: string };
  readonly carrier?: string;
  readonly trackingNumber?: string;
  readonly packageItems?: readonly { quantity: number }[];
}

interface WireOrderItem {
  readonly orderItemId: string;
  readonly quantityOrdered: number;
  readonly product: {
    asin?: string;
    title?: string;
    sellerSku?: string;
    condition?: { conditionType?: string; conditionSubtype?: string };
    price?: { unitPrice?: WireMoney };
  };
  readonly proceeds?: { breakdowns?: readonly { type: string; subtotal: WireMoney }[] };
  readonly cancellation?: { cancellationRequest?: object };
  readonly fulfillment?: { quantityFulfilled?: number; packing?: { giftOption?: object } };
}

export function toOrder(order: WireOrder): MarketplaceOrder {
  const { fulfillment, orderItems, proceeds } = order;
  const has = (program: string) => order.programs?.includes(program) ?? false;
  return {
    orderId: order.orderId,
    orderedAt: dateOf(order.createdTime) ?? NO_TIME,
    updatedAt: dateOf(order.lastUpdatedTime) ?? NO_TIME,
    status: toStatus(fulfillment?.fulfillmentStatus),
    shipBy: dateOf(fulfillment?.shipByWindow?.latestDateTime),
    deliverBy: dateOf(fulfillment?.deliverByWindow?.latestDateTime),
    serviceLevel: fulfillment?.fulfillmentServiceLevel,
    isPrime: has('PRIME'),
    isPremium: has('PREMIUM'),
    isBusiness: has('AMAZON_BUSINESS'),
    isGift: orderItems.some((item) => item.fulfillment?.packing?.giftOption !== undefined),
    total: proceeds?.grandTotal?.amount,
    currency: proceeds?.grandTotal?.currencyCode,
    isCancelRequested: orderItems.some(({ cancellation }) => cancellation?.cancellationRequest !== undefined),
    items: orderItems.map(toItem),
    packages: (order.packages ?? []).map(toPackage),
  };
}

interface WireRecipient {
  readonly buyer?: { buyerEmail?: string };
  readonly recipient?: {
    deliveryAddress?: {
      name?: string;
      companyName?: string;
      addressLine1?: string;
      addressLine2?: string;
      addressLine3?: string;
      districtOrCounty?: string;
      city?: string;
      stateOrRegion?: string;
      postalCode?: string;
      countryCode?: string;
      phone?: string;
    };
  };
}

export function toRecipient({ buyer, recipient }: WireRecipient): MarketplaceRecipient {
  const address = recipient?.deliveryAddress ?? {};
  const place = [address.city, [address.stateOrRegion, address.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [address.companyName, address.addressLine1, address.addressLine2, address.addressLine3, address.districtOrCounty, place, address.countryCode];
  return { name: address.name, lines: lines.flatMap((line) => line || []), phone: address.phone, email: buyer?.buyerEmail };
}

function toItem({ orderItemId, quantityOrdered, product, proceeds, fulfillment }: WireOrderItem): MarketplaceOrderItem {
  const subtotal = (wanted: string) => proceeds?.breakdowns?.find(({ type }) => type === wanted)?.subtotal.amount;
  return {
    itemId: orderItemId,
    sku: product.sellerSku,
    asin: product.asin,
    title: product.title,
    condition: conditionCode(product.condition?.conditionType === 'NEW' ? 'NEW' : product.condition?.conditionSubtype),
    quantity: quantityOrdered,
    shipped: fulfillment?.quantityFulfilled ?? 0,
    price: product.price?.unitPrice?.amount,
    tax: subtotal('TAX'),
    shipping: subtotal('SHIPPING'),
  };
}

function toPackage({ packageReferenceId, packageStatus, carrier, trackingNumber, packageItems = [] }: WirePackage): MarketplacePackage {
  return {
    reference: packageReferenceId,
    status: packageStatus?.status ?? 'PENDING',
    detailedStatus: packageStatus?.detailedStatus,
    carrier,
    trackingNumber,
    units: packageItems.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

function toStatus(status: string | undefined): OrderStatus {
  if (status === 'UNFULFILLABLE') return 'CANCELLED';
  const known = ['UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED'] as const;
  return known.find((candidate) => candidate === status) ?? 'PENDING';
}

export const dateOf = (text: string | undefined) => (text === undefined ? undefined : parseMoment(text));
/** Marks an unreadable time of an order; the import rejects it. */
const NO_TIME = new Date(Number.NaN);
