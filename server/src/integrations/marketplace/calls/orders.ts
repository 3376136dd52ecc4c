import { OrdersApi } from '@sp-api-sdk/orders-api-2026-01-01';
import { OrdersApi as ShipmentsApi } from '@sp-api-sdk/orders-api-v0';
import type { Transport } from '../transport/transport.ts';
import { dateOf, type MarketplaceOrder, type MarketplaceRecipient, toOrder, toRecipient } from './order-answers.ts';

export interface OrderPage {
  readonly orders: readonly MarketplaceOrder[];
  /** The token of the next page, valid for a day with the same `since`. */
  readonly nextToken: string | undefined;
  /** The pages contain all changes up to this time. */
  readonly completeUntil: Date | undefined;
}

export interface Shipment {
  /** Our number of the package, a positive number unique within the order. */
  readonly packageId: string;
  /** Our numbers of the order's other packages. */
  readonly otherPackageIds: readonly string[];
  /** `UPS`, `USPS`, … or `Other` with a name. */
  readonly carrierCode: string;
  readonly carrierName?: string;
  readonly shippingMethod?: string;
  readonly trackingNumber: string;
  readonly shippedAt: Date;
  readonly items: readonly { readonly itemId: string; readonly quantity: number }[];
}

const INCLUDED = ['FULFILLMENT', 'PROCEEDS', 'PACKAGES'] as const;

export function orderCalls({ account, http, perform }: Transport) {
  const api = new OrdersApi(undefined, account.baseUrl, http);
  const shipments = new ShipmentsApi(undefined, account.baseUrl, http);
  return {
    async order(orderId: string): Promise<MarketplaceOrder> {
      return toOrder((await perform('getOrder', () => api.getOrder({ orderId, includedData: [...INCLUDED] }))).order);
    },

    /** The recipient of an order; empty when the account has no access to it. */
    async recipient(orderId: string): Promise<MarketplaceRecipient> {
      const { order } = await perform('getOrder', () => api.getOrder({ orderId, includedData: ['BUYER', 'RECIPIENT'] }));
      return toRecipient(order);
    },

    /**
     * One page of the orders changed since a time, oldest change first.
     * @param isBasic omits status and amounts, for when the marketplace refuses to return them
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
     * Confirms the shipment of items, once per package even after a crash: it first checks the order's packages, because an
     * earlier process may have confirmed the shipment without receiving the answer.
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
        const { order } = await perform('getOrder', () => api.getOrder({ orderId, includedData: ['PACKAGES'] }));
        return isConfirmed(order.packages ?? [], { packageId, otherPackageIds, trackingNumber }) ? { answer: undefined } : undefined;
      };
      await perform('confirmShipment', () => shipments.confirmShipment({ orderId, payload }), { findDone, mayHaveBeenDone: true });
    },
  };
}

/** Whether a package is confirmed. The same package with another tracking number is a correction, which must still be sent. */
function isConfirmed(
  packages: readonly { readonly packageReferenceId: string; readonly trackingNumber?: string }[],
  { packageId, otherPackageIds, trackingNumber }: Pick<Shipment, 'packageId' | 'otherPackageIds' | 'trackingNumber'>,
): boolean {
  const others = packages.filter(({ packageReferenceId }) => !otherPackageIds.includes(packageReferenceId));
  return others.some((known) => known.trackingNumber === trackingNumber || (known.packageReferenceId === packageId && known.trackingNumber === undefined));
}
