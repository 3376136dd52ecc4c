import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { PO_SORTS, PO_VIEWS, type PoSort, type PoView } from '@stowage/contract/purchasing/purchase-orders';
import { isFilled, pageIn } from '../../../shared/address-parts.ts';

/** The address of the purchase order lists. */
export interface PoListAddress {
  readonly q?: string | undefined;
  readonly show?: PoView | undefined;
  /** Newest first when absent. */
  readonly sort?: PoSort | undefined;
  readonly ascending?: true | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}

export function readPoListAddress({ q, show, sort, ascending, page }: Record<string, unknown>): PoListAddress {
  const known = PO_VIEWS.find((name) => name === show);
  const sorted = PO_SORTS.find((name) => name === sort);
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...(known !== undefined && { show: known }),
    ...(sorted !== undefined && { sort: sorted }),
    ...(ascending === true && { ascending }),
    ...pageIn(page, LAST_PAGE),
  };
}
