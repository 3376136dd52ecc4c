import type { StockSort } from '@stowage/contract/inventory/stock';

/** The Stock tab's address: filters, order, page and the open listing. */
export interface StockAddress {
  readonly q?: string | undefined;
  readonly vendor?: string | undefined;
  readonly condition?: number | undefined;
  /** Not `location`, which is the Scan tab's location. */
  readonly at?: string | undefined;
  readonly show?: StockShow | undefined;
  readonly sort?: StockSort | undefined;
  readonly ascending?: boolean | undefined;
  /** The page's cursor; the first page when absent. */
  readonly after?: string | undefined;
  readonly listing?: number | undefined;
}

/** The filters of which one can be active at a time. */
export const STOCK_SHOWS = ['in_stock', 'no_sku', 'count_due', 'out_of_sync', 'below_map', 'negative_margin'] as const;
export type StockShow = (typeof STOCK_SHOWS)[number];

/** The query parameters of the filters. */
export function stockFilters({ q, vendor, condition, at, show }: StockAddress) {
  return { search: q, vendor, condition, location: at, ...(show !== undefined && { [show]: 'true' }) };
}

/** The query parameters of the filters and the order. */
export function stockQuery(address: StockAddress) {
  return { ...stockFilters(address), sort: address.sort ?? 'on_hand', descending: address.ascending ? 'false' : 'true' };
}
