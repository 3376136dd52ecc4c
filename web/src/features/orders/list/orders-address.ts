import { ORDER_NEEDS, ORDER_STAGES, type OrderNeed, type OrderStage } from '@stowage/contract/orders/order-stages';
import { isFilled, isPositive } from '../../../shared/address-parts.ts';

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
