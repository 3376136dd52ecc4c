import { ORDER_NEEDS, ORDER_STAGES, type OrderNeed, type OrderStage } from '@stowage/contract/orders/order-stages';
import { isFilled, isPositive } from '../../../shared/address-parts.ts';

/** The state of the orders list in its address. */
export interface OrdersAddress {
  /** Absent for orders to ship. */
  readonly stage?: OrderStage | 'ALL' | undefined;
  /** Only orders with this need. */
  readonly needs?: OrderNeed | undefined;
  readonly q?: string | undefined;
  /** The cursor of the page; absent for the first page. */
  readonly after?: string | undefined;
  /** The order that is being verified. */
  readonly verify?: string | undefined;
  /** The allocation whose row was pressed. */
  readonly piece?: number | undefined;
  /** The shipped order whose confirmation is open. */
  readonly confirm?: string | undefined;
}

/** The state of an order's page in its address. */
export interface OrderAddress {
  readonly dialog?: OrderDialog | undefined;
}

const ORDER_DIALOGS = ['verify', 'confirm', 'undo', 'give-back', 'recipient', 'photos'] as const;
type OrderDialog = (typeof ORDER_DIALOGS)[number];

export function readOrdersAddress({ stage, needs, q, after, verify, piece, confirm }: Record<string, unknown>): OrdersAddress {
  const known = [...ORDER_STAGES, 'ALL' as const].find((one) => one === stage);
  const need = ORDER_NEEDS.find((one) => one === needs);
  return {
    ...(known !== undefined && { stage: known }),
    ...(need !== undefined && { needs: need }),
    ...(isFilled(q) && { q: String(q) }),
    ...(typeof after === 'string' && after !== '' && { after }),
    ...(isFilled(verify) && { verify: String(verify) }),
    ...(isPositive(piece) && { piece }),
    ...(isFilled(confirm) && { confirm: String(confirm) }),
  };
}

export function readOrderAddress({ dialog }: Record<string, unknown>): OrderAddress {
  const known = ORDER_DIALOGS.find((one) => one === dialog);
  return known === undefined ? {} : { dialog: known };
}
