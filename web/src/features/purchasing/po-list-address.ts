import type { PoShow, PoSort } from '@stowage/contract/purchase-orders';

/** What the address of the lists of orders holds: the search, the filter and the page. */
export interface PoListAddress {
  readonly q?: string | undefined;
  readonly show?: PoShow | undefined;
  /** Newest first when absent. */
  readonly sort?: PoSort | undefined;
  readonly ascending?: true | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}
