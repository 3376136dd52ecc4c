import { OrdersApi } from '@sp-api-sdk/orders-api-2026-01-01';
import { OrdersApi as ShipmentsApi } from '@sp-api-sdk/orders-api-v0';
import { conditionCode } from '../formats/condition.rules.ts';
import { parseMoment } from '../formats/moment.rules.ts';
import type { Transport } from '../transport/transport.ts';

export type OrderStatus = 'PENDING' | 'UNSHIPPED' | 'PARTIALLY_SHIPPED' | 'SHIPPED' | 'CANCELLED';

/** An order that the seller ships. No buyer's data: it is not asked for. */
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
  /** What was shipped, whoever told of it. */
  readonly packages: readonly MarketplacePackage[];
}

/** A package on its way. Of when something happened to it nothing is told. */
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
  /** 11, 1, 2, 3 or 4; undefined for one that we do not sell in. */
  readonly condition: number | undefined;
  readonly quantity: number;
  readonly shipped: number;
  /** Of one unit, without tax; a decimal string. */
  readonly price: string | undefined;
  /** Of the whole line. */
  readonly tax: string | undefined;
  readonly shipping: string | undefined;
}

export interface OrderPage {
  readonly orders: readonly MarketplaceOrder[];
  /** For the page after this one; it works for a day, with the same `since`. */
  readonly nextToken: string | undefined;
  /** Every change up to then is in the pages. */
  readonly completeUntil: Date | undefined;
}

export interface Shipment {
  /** Our own number of the package, unique within the order: a positive number. */
  readonly packageId: string;
  /** Our numbers of the order's other packages: what is known under one of these is not this one. */
  readonly otherPackageIds: readonly string[];
  /** `UPS`, `USPS`, … or `Other` with a name. */
  readonly carrierCode: string;
  readonly carrierName?: string;
  readonly shippingMethod?: string;
  readonly trackingNumber: string;
  readonly shippedAt: Date;
  readonly items: readonly { readonly itemId: string; readonly quantity: number }[];
}

/** A buyer's own data: kept sealed, and for a while. */
export interface MarketplaceRecipient {
  readonly name: string | undefined;
  /** The address, line by line, as it is printed. */
  readonly lines: readonly string[];
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

const INCLUDED = ['FULFILLMENT', 'PROCEEDS', 'PACKAGES'] as const;

export function orderVerbs({ account, http, perform }: Transport) {
  const api = new OrdersApi(undefined, account.baseUrl, http);
  const shipments = new ShipmentsApi(undefined, account.baseUrl, http);
  return {
    async order(orderId: string): Promise<MarketplaceOrder> {
      return toOrder((await perform('getOrder', () => api.getOrder({ orderId, includedData: [...INCLUDED] }))).order);
    },

    /** Whom an order goes to. Where the account may not know it, nothing is told. */
    async recipient(orderId: string): Promise<MarketplaceRecipient> {
      const { order } = await perform('getOrder', () => api.getOrder({ orderId, includedData: ['BUYER', 'RECIPIENT'] }));
      return toRecipient(order);
    },

    /**
     * One page of the orders changed since then, oldest change first.
     * @param isBasic asks for nothing optional: no status and no amounts then, when the marketplace refuses to tell them
     */
    async orderPage(since: Date, paginationToken?: string, { isBasic = false } = {}): Promise<OrderPage> {
      const query = {
        lastUpdatedAfter: since.toISOString(),
        marketplaceIds: [account.marketplaceId],
        fulfilledBy: ['MERCHANT' as const],
        ...(!isBasic && { includedData: [...INCLUDED] }),
        maxResultsPerPage: 100,
        ...(paginationToken !== undefined && { paginationToken }),
      };
      const { orders, pagination, lastUpdatedBefore } = await perform('searchOrders', () => api.searchOrders(query));
      return { orders: orders.map(toOrder), nextToken: pagination?.nextToken, completeUntil: dateOf(lastUpdatedBefore) };
    },

    /**
     * Tells the marketplace that items were shipped, once per package of ours, whatever happens to the process: the order's
     * packages are looked at before it is told, for an earlier process may have told it without hearing the answer.
     */
    async confirmShipment(orderId: string, shipment: Shipment): Promise<void> {
      const { packageId, otherPackageIds, trackingNumber } = shipment;
      const payload = {
        marketplaceId: account.marketplaceId,
        packageDetail: {
          packageReferenceId: packageId,
          carrierCode: shipment.carrierCode,
          ...(shipment.carrierName !== undefined && { carrierName: shipment.carrierName }),
          ...(shipment.shippingMethod !== undefined && { shippingMethod: shipment.shippingMethod }),
          trackingNumber,
          shipDate: shipment.shippedAt.toISOString(),
          orderItems: shipment.items.map(({ itemId, quantity }) => ({ orderItemId: itemId, quantity })),
        },
      };
      const findDone = async () => {
        const { order: told } = await perform('getOrder', () => api.getOrder({ orderId, includedData: ['PACKAGES'] }));
        return isConfirmed(told.packages ?? [], { packageId, otherPackageIds, trackingNumber }) ? { answer: undefined } : undefined;
      };
      await perform('confirmShipment', () => shipments.confirmShipment({ orderId, payload }), { findDone, mayHaveBeenDone: true });
    },
  };
}

/** Under our own number with another tracking number it is a correction, which is still to be told. */
export function isConfirmed(
  packages: readonly { readonly packageReferenceId: string; readonly trackingNumber?: string }[],
  { packageId, otherPackageIds, trackingNumber }: Pick<Shipment, 'packageId' | 'otherPackageIds' | 'trackingNumber'>,
): boolean {
  const others = packages.filter(({ packageReferenceId }) => !otherPackageIds.includes(packageReferenceId));
  return others.some((known) => known.trackingNumber === trackingNumber || (known.packageReferenceId === packageId && known.trackingNumber === undefined));
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

function toRecipient({ buyer, recipient }: WireRecipient): MarketplaceRecipient {
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

const dateOf = (text: string | undefined) => (text === undefined ? undefined : parseMoment(text));
/** An order must have its times: whoever keeps it looks whether they could be read. */
const NO_TIME = new Date(Number.NaN);
