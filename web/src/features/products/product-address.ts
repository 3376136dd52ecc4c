import { isFilled, isPositive } from '../../shared/address-parts.ts';

/** The search parameters of the page that adds a product. */
export interface NewProductAddress {
  /** The scanned or entered code. */
  readonly code?: string | undefined;
}

const PRODUCT_DIALOGS = ['edit', 'listing', 'label'] as const;

/** The search parameters of a product's page: the open dialog and the cursor of each list. */
export interface ProductAddress {
  readonly dialog?: (typeof PRODUCT_DIALOGS)[number] | undefined;
  /** The listing in the dialog. */
  readonly listing?: number | undefined;
  readonly stock?: number | undefined;
  readonly movements?: number | undefined;
  readonly lines?: number | undefined;
  readonly cases?: number | undefined;
  readonly orders?: number | undefined;
}

export const PRODUCT_LISTS = ['stock', 'movements', 'lines', 'cases', 'orders'] as const;

export function readNewProductAddress({ code }: Record<string, unknown>): NewProductAddress {
  return isFilled(code) ? { code: String(code) } : {};
}

export function readProductAddress({ dialog, listing, ...lists }: Record<string, unknown>): ProductAddress {
  const known = PRODUCT_DIALOGS.find((name) => name === dialog);
  const cursors = PRODUCT_LISTS.filter((name) => isPositive(lists[name])).map((name) => [name, lists[name]]);
  return {
    ...(known !== undefined && { dialog: known }),
    ...(isPositive(listing) && { listing }),
    ...(Object.fromEntries(cursors) as ProductAddress),
  };
}
