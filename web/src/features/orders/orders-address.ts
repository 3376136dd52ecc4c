import type { OrderNeed, OrderStage } from '@stowage/contract/order-stages';

/** What the address holds of the list of orders. */
export interface OrdersAddress {
  /** The orders to ship when absent. */
  readonly stage?: OrderStage | 'ALL' | undefined;
  /** Only what needs this. */
  readonly needs?: OrderNeed | undefined;
  readonly q?: string | undefined;
  /** Where the page begins; the first page when absent. */
  readonly after?: string | undefined;
  /** The order that is being verified. */
  readonly verify?: string | undefined;
  /** Its piece whose row was pressed. */
  readonly piece?: number | undefined;
  /** The shipped order of which the marketplace is to be told. */
  readonly confirm?: string | undefined;
}

/** What the address holds of an order's page: the window that is open. */
export interface OrderAddress {
  readonly dialog?: OrderDialog | undefined;
}

export const ORDER_DIALOGS = ['verify', 'confirm', 'undo', 'recipient', 'photos'] as const;
type OrderDialog = (typeof ORDER_DIALOGS)[number];
