import type { PriceListItem } from '@stowage/contract/price-lists/price-lists';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../platform/formats/csv.ts';
import { readByIds, readPages } from '../../platform/formats/read-pages.ts';
import { findMatching, type ItemOrder, listItemsAfter, listItemsOf, sortIds } from './price-list.read-model.ts';

const EXPORT_ITEMS = 2_000;

const CODES = { 'UPC/GTIN': 'gtin', 'Item Code': 'item_code', 'Product Title': 'product_title', Vendor: 'vendor' } as const;
const REST = { MAP: 'map', 'Updated (UTC)': 'updated_at' } as const;
const WITH_COSTS = csvTable({ ...CODES, Cost: 'cost', ...REST });
const WITHOUT_COSTS = csvTable({ ...CODES, ...REST });

/** The items that match a search, or all, in the order of the list. */
export function priceListCsv(db: Database, search: string, { seesCosts, ...order }: ItemOrder & { readonly seesCosts: boolean }): AsyncIterable<string> {
  const isWhole = search === '' && order.sort === undefined;
  return csvOf<PriceListItem>(seesCosts ? WITH_COSTS : WITHOUT_COSTS, isWhole ? allItems(db) : orderedItems(db, search, order));
}

function allItems(db: Database): AsyncIterable<readonly PriceListItem[]> {
  return readPages(EXPORT_ITEMS, (last?: PriceListItem) => listItemsAfter(db, { after: last?.id ?? 0, limit: EXPORT_ITEMS }));
}

async function* orderedItems(db: Database, search: string, order: ItemOrder): AsyncIterable<readonly PriceListItem[]> {
  const found = search === '' ? null : await findMatching(db, search, null);
  const ids = found === null || order.sort !== undefined ? await sortIds(db, found, order) : found;
  yield* readByIds(ids, EXPORT_ITEMS, (part) => listItemsOf(db, part));
}
