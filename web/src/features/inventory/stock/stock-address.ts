import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import { STOCK_SORTS, type StockSort } from '@stowage/contract/inventory/stock';
import { type AddressOf, flag, oneOf, positive, text, textUpTo, word } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

/** The filters of which one can be active at a time. */
export const STOCK_SHOWS = ['in_stock', 'no_sku', 'count_due', 'out_of_sync', 'below_map', 'negative_margin'] as const;
export type StockShow = (typeof STOCK_SHOWS)[number];

/** The parts of the Stock tab's address: filters, order, page and the open listing. */
export const STOCK_PARTS = {
  q: textUpTo(256),
  vendor: text,
  condition: oneOf(...Object.keys(CONDITION_NAMES).map(Number)),
  /** Not `location`, which is the Scan tab's location. */
  at: text,
  show: oneOf(...STOCK_SHOWS),
  sort: oneOf<StockSort>(...STOCK_SORTS),
  ascending: flag,
  /** The page's cursor; the first page when absent. */
  after: word,
  listing: positive,
  ...VIEW_PARTS,
} as const;
export type StockAddress = AddressOf<typeof STOCK_PARTS>;

/** The query parameters of the filters. */
export function stockFilters({ q, vendor, condition, at, show }: StockAddress) {
  return { search: q, vendor, condition, location: at, ...(show !== undefined && { [show]: 'true' }) };
}

/** The query parameters of the filters and the order. */
export function stockQuery(address: StockAddress) {
  return { ...stockFilters(address), sort: address.sort ?? 'on_hand', descending: address.ascending ? 'false' : 'true' };
}
