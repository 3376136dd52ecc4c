import { makeOrders } from '../orders/order-generator.ts';
import { changedAt, type OrderRecord, statusOf } from '../orders/order-record.ts';
import { MARKETPLACE_ID } from '../state.ts';
import { iso } from '../wire.ts';
import type { World } from '../world.ts';
import { sendEvent } from './send-event.ts';

/** Orders are compared at most this often. */
const EVERY_MS = 1_000;
const TYPE = 'ORDER_CHANGE';
const STATUSES: Readonly<Record<string, string>> = {
  PENDING: 'Pending',
  UNSHIPPED: 'Unshipped',
  PARTIALLY_SHIPPED: 'PartiallyShipped',
  SHIPPED: 'Shipped',
  CANCELLED: 'Canceled',
};

/** Sends a message for every order that was placed or changed since the last time. */
export function watchOrders(world: World, now: number): void {
  const { state } = world;
  const { watchedAt } = state.events;
  if (watchedAt === undefined || now - watchedAt < EVERY_MS || !state.events.subscriptions.has(TYPE)) return;
  state.events.watchedAt = now;
  makeOrders(state, now);
  for (const order of state.orders.values()) {
    const at = changedAt(order, now);
    if (at > watchedAt) sendEvent(world, TYPE, { payload: payloadOf(world, order, now), at });
  }
}

function payloadOf({ state }: World, order: OrderRecord, now: number) {
  const shipped = order.items.reduce((sum, item) => sum + item.shipped, 0);
  const all = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    OrderChangeNotification: {
      NotificationLevel: 'OrderLevel',
      SellerId: state.sellerId,
      AmazonOrderId: order.orderId,
      OrderChangeType: order.isCancelRequested ? 'BuyerRequestedChange' : 'OrderStatusChange',
      OrderChangeTrigger: { TimeOfOrderChange: iso(changedAt(order, now)), ChangeReason: order.isCancelRequested ? 'Buyer Requested Cancel' : 'Other' },
      Summary: {
        MarketplaceId: MARKETPLACE_ID,
        OrderStatus: STATUSES[statusOf(order, now)] ?? 'Pending',
        PurchaseDate: iso(order.createdAt),
        DestinationPostalCode: null,
        FulfillmentType: 'MFN',
        OrderType: 'StandardOrder',
        NumberOfItemsShipped: shipped,
        NumberOfItemsUnshipped: all - shipped,
        OrderItems: order.items.map(({ id, sku, quantity, shipped: gone }) => ({
          OrderItemId: id,
          SellerSKU: sku,
          SupplySourceId: null,
          Quantity: quantity,
          QuantityShipped: gone,
        })),
      },
    },
  };
}
