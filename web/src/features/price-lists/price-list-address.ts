import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { isFilled, isPositive, pageIn } from '../../shared/address-parts.ts';

/** What the price lists' address holds: the search, the page, the item that is open, and which window is. */
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
