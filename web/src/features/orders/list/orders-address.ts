import { ORDER_NEEDS, ORDER_STAGES } from '@stowage/contract/orders/order-stages';
import { ORDER_SORTS } from '@stowage/contract/orders/orders';
import { addressReader, flag, oneOf, positive, text, textUpTo, word } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

export const readOrdersAddress = addressReader({
  /** Absent for orders to ship. */
  stage: oneOf(...ORDER_STAGES, 'ALL'),
  /** Only orders with this need. */
  needs: oneOf(...ORDER_NEEDS),
  q: textUpTo(256),
  /** Open orders are sorted by due time when absent, the others by newest first. */
  sort: oneOf(...ORDER_SORTS),
  ascending: flag,
  /** The cursor of the page; absent for the first page. */
  after: word,
  /** The order that is being verified. */
  verify: text,
  /** The allocation whose row was pressed. */
  piece: positive,
  /** The shipped order whose confirmation is open. */
  confirm: text,
  ...VIEW_PARTS,
});
export type OrdersAddress = ReturnType<typeof readOrdersAddress>;

/** Reads the address of an order's page. */
export const readOrderAddress = addressReader({ dialog: oneOf('verify', 'confirm', 'undo', 'give-back', 'recipient', 'photos') });
export type OrderAddress = ReturnType<typeof readOrderAddress>;
