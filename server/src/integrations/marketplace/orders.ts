import { OrdersApi } from '@sp-api-sdk/orders-api-2026-01-01';
import { OrdersApi as ShipmentsApi } from '@sp-api-sdk/orders-api-v0';
import type { Transport } from './transport.ts';

export type OrderStatus = 'PENDING' | 'UNSHIPPED' | 'PARTIALLY_SHIPPED' | 'SHIPPED' | 'CANCELLED';

/** An order that the seller ships. No buyer's data: it is not asked for. */
export interface MarketplaceOrder {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  readonly status: OrderStatus;
  readonly shipBy: Date | undefined;
  /** Decimal string in the marketplace's currency. */
  readonly total: string | undefined;
  readonly isCancelRequested: boolean;
  readonly items: readonly MarketplaceOrderItem[];
}

export interface MarketplaceOrderItem {
  readonly itemId: string;
  readonly sku: string | undefined;
  readonly asin: string | undefined;
  readonly title: string | undefined;
  readonly quantity: number;
  readonly shipped: number;
}

export interface Shipment {
  /** `UPS`, `USPS`, … or `Other` with a name. */
  readonly carrierCode: string;
  readonly carrierName?: string;
  readonly trackingNumber: string;
  readonly shippedAt: Date;
  readonly items: readonly { readonly itemId: string; readonly quantity: number }[];
}

const INCLUDED = ['FULFILLMENT', 'PROCEEDS'] as const;

export function orderVerbs({ account, http, perform }: Transport) {
  const api = new OrdersApi(undefined, account.baseUrl, http);
  const shipments = new ShipmentsApi(undefined, account.baseUrl, http);
  const order = async (orderId: string) => toOrder((await perform('getOrder', () => api.getOrder({ orderId, includedData: [...INCLUDED] }))).order);
  return {
    order,

    /** The orders changed since then, page by page, oldest change first. */
    async *ordersChangedSince(since: Date): AsyncGenerator<MarketplaceOrder[]> {
      const query = {
        lastUpdatedAfter: since.toISOString(),
        marketplaceIds: [account.marketplaceId],
        fulfilledBy: ['MERCHANT' as const],
        includedData: [...INCLUDED],
        maxResultsPerPage: 100,
      };
      let paginationToken: string | undefined;
      do {
        const page = await perform('searchOrders', () => api.searchOrders({ ...query, ...(paginationToken !== undefined && { paginationToken }) }));
        yield page.orders.map(toOrder);
        paginationToken = page.pagination?.nextToken;
      } while (paginationToken !== undefined);
    },

    /** Tells the marketplace that items were shipped. When an answer was lost, the order itself says whether it was heard. */
    async confirmShipment(orderId: string, shipment: Shipment): Promise<void> {
      const shippedBefore = shippedOf(await order(orderId));
      const payload = {
        marketplaceId: account.marketplaceId,
        packageDetail: {
          packageReferenceId: '1',
          carrierCode: shipment.carrierCode,
          ...(shipment.carrierName !== undefined && { carrierName: shipment.carrierName }),
          trackingNumber: shipment.trackingNumber,
          shipDate: shipment.shippedAt.toISOString(),
          orderItems: shipment.items.map(({ itemId, quantity }) => ({ orderItemId: itemId, quantity })),
        },
      };
      const wasHeard = async () => (shippedOf(await order(orderId)) > shippedBefore ? { answer: undefined } : undefined);
      await perform('confirmShipment', () => shipments.confirmShipment({ orderId, payload }), wasHeard);
    },
  };
}

const shippedOf = ({ items }: MarketplaceOrder) => items.reduce((sum, item) => sum + item.shipped, 0);

interface WireOrder {
  readonly orderId: string;
  readonly createdTime: string;
  readonly lastUpdatedTime: string;
  readonly proceeds?: { grandTotal?: { amount?: string } };
  readonly fulfillment?: { fulfillmentStatus: string; shipByWindow?: { latestDateTime?: string } };
  readonly orderItems: readonly {
    orderItemId: string;
    quantityOrdered: number;
    product: { asin?: string; title?: string; sellerSku?: string };
    cancellation?: { cancellationRequest?: object };
    fulfillment?: { quantityFulfilled?: number };
  }[];
}

export function toOrder(order: WireOrder): MarketplaceOrder {
  const shipBy = order.fulfillment?.shipByWindow?.latestDateTime;
  return {
    orderId: order.orderId,
    orderedAt: new Date(order.createdTime),
    updatedAt: new Date(order.lastUpdatedTime),
    status: toStatus(order.fulfillment?.fulfillmentStatus),
    shipBy: shipBy === undefined ? undefined : new Date(shipBy),
    total: order.proceeds?.grandTotal?.amount,
    isCancelRequested: order.orderItems.some(({ cancellation }) => cancellation?.cancellationRequest !== undefined),
    items: order.orderItems.map(({ orderItemId, quantityOrdered, product, fulfillment }) => ({
      itemId: orderItemId,
      sku: product.sellerSku,
      asin: product.asin,
      title: product.title,
      quantity: quantityOrdered,
      shipped: fulfillment?.quantityFulfilled ?? 0,
    })),
  };
}

function toStatus(status: string | undefined): OrderStatus {
  const known = ['UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED'] as const;
  return known.find((candidate) => candidate === status) ?? 'PENDING';
}
