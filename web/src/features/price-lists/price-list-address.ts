import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { isFilled, isPositive, pageIn } from '../../shared/address-parts.ts';

/** The address of the price lists: the search, the page, the open item and the open window. */
export interface PriceListAddress {
  readonly q?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly item?: number | undefined;
  readonly window?: 'bulk-update' | 'files' | undefined;
}

export function readPriceListAddress({ q, page, item, window }: Record<string, unknown>): PriceListAddress {
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(item) && { item }),
    ...((window === 'bulk-update' || window === 'files') && { window }),
  };
}
