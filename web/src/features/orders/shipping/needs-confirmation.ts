import type { OrderSummary } from '@stowage/contract/orders/orders';

type Order = Pick<OrderSummary, 'local_state' | 'is_canceled_after_shipping'>;

/** Whether the order is shipped here and its carrier has to be confirmed to the marketplace. */
export function needsConfirmation({ local_state, is_canceled_after_shipping }: Order): boolean {
  return (local_state === 'SHIPPED' || local_state === 'CONFIRM_FAILED') && !is_canceled_after_shipping;
}
