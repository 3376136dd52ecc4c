import { addressReader, oneOf, positive, text } from '../../shared/address-parts.ts';

/** Reads the address of the page that adds a product: the scanned or entered code. */
export const readNewProductAddress = addressReader({ code: text });
export type NewProductAddress = ReturnType<typeof readNewProductAddress>;

export const PRODUCT_LISTS = ['stock', 'movements', 'lines', 'cases', 'orders'] as const;

/** Reads the address of a product's page: the open dialog and the cursor of each list. */
export const readProductAddress = addressReader({
  dialog: oneOf('edit', 'listing', 'label'),
  /** The listing in the dialog. */
  listing: positive,
  ...{ stock: positive, movements: positive, lines: positive, cases: positive, orders: positive },
});
export type ProductAddress = ReturnType<typeof readProductAddress>;
