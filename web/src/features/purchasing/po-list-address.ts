import type { PoShow } from '@stowage/contract/purchase-orders';

/** What the address of the lists of orders holds: the search, the filter and the page. */
export interface PoListAddress {
  readonly q?: string | undefined;
  readonly show?: PoShow | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}
