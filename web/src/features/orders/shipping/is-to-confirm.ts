import type { OrderSummary } from '@stowage/contract/orders/orders';

type Left = Pick<OrderSummary, 'local_state' | 'is_canceled_after_shipping'>;

/** It is shipped here, and the marketplace is to be told by whom it goes. */
export function isToConfirm({ local_state, is_canceled_after_shipping }: Left): boolean {
  return (local_state === 'SHIPPED' || local_state === 'CONFIRM_FAILED') && !is_canceled_after_shipping;
}
