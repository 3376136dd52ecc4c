import { isFilled, isPositive } from '../../shared/address-parts.ts';

/** What the address of a new product holds. */
export interface NewProductAddress {
  /** What was scanned or typed. */
  readonly code?: string | undefined;
}

const PRODUCT_DIALOGS = ['edit', 'listing', 'label'] as const;

/** What the address of a product's page holds: the window that is open, and where each of its lists begins. */
export interface ProductAddress {
  readonly dialog?: (typeof PRODUCT_DIALOGS)[number] | undefined;
  /** The listing that the window is about. */
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
  const known = PRODUCT_DIALOGS.find((one) => one === dialog);
  const begun = PRODUCT_LISTS.filter((name) => isPositive(lists[name])).map((name) => [name, lists[name]]);
  return {
    ...(known !== undefined && { dialog: known }),
    ...(isPositive(listing) && { listing }),
    ...(Object.fromEntries(begun) as ProductAddress),
  };
}
