/** What the address of a new product holds. */
export interface NewProductAddress {
  /** What was scanned or typed. */
  readonly code?: string | undefined;
}

export const PRODUCT_DIALOGS = ['edit', 'listing', 'label'] as const;

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
