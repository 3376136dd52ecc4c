import type { StockSort } from '@stowage/contract/inventory/stock';

/** What the address holds of the Stock tab: filters, sorting, page and the open listing. */
export interface StockAddress {
  readonly q?: string | undefined;
  readonly vendor?: string | undefined;
  readonly condition?: number | undefined;
  /** Not `location`: that is where the Scan tab scans into. */
  readonly at?: string | undefined;
  readonly show?: StockShow | undefined;
  readonly sort?: StockSort | undefined;
  readonly ascending?: boolean | undefined;
  /** Where the page begins; the first page when absent. */
  readonly after?: string | undefined;
  readonly listing?: number | undefined;
}

/** One of these at a time, or all. */
export const STOCK_SHOWS = ['in_stock', 'no_sku', 'count_due', 'out_of_sync', 'below_map', 'negative_margin'] as const;
export type StockShow = (typeof STOCK_SHOWS)[number];

/** The calls' filters for what the address says. */
export function stockFilters({ q, vendor, condition, at, show }: StockAddress) {
  return {
    ...(q !== undefined && { search: q }),
    ...(vendor !== undefined && { vendor }),
    ...(condition !== undefined && { condition }),
    ...(at !== undefined && { location: at }),
    ...(show !== undefined && { [show]: 'true' }),
  };
}

/** The same with their order. */
export function stockQuery(address: StockAddress) {
  const { sort, ascending } = address;
  return {
    ...stockFilters(address),
    sort: sort ?? 'on_hand',
    descending: ascending ? 'false' : 'true',
  };
}
