import type { PriceListItem } from '@stowage/contract/price-lists/price-lists';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvTable } from '../../platform/formats/csv.ts';
import { findMatching, listItemsAfter, listItemsOf } from './price-list.read-model.ts';

const EXPORT_ITEMS = 2_000;

const CODES = { 'UPC/GTIN': 'gtin', 'Item Code': 'item_code', 'Product Title': 'product_title', Vendor: 'vendor' } as const;
const REST = { MAP: 'map', 'Updated (UTC)': 'updated_at' } as const;
const WITH_COSTS = csvTable({ ...CODES, Cost: 'cost', ...REST });
const WITHOUT_COSTS = csvTable({ ...CODES, ...REST });

/** The items that match a search, or all. */
export async function* priceListCsv(db: Database, search: string, seesCosts: boolean): AsyncIterable<string> {
  const { head, line } = seesCosts ? WITH_COSTS : WITHOUT_COSTS;
  yield head;
  for await (const items of search === '' ? allItems(db) : matchingItems(db, search)) yield items.map(line).join('');
}

async function* allItems(db: Database): AsyncIterable<readonly PriceListItem[]> {
  for (let after = 0; ; ) {
    const items = await listItemsAfter(db, { after, limit: EXPORT_ITEMS });
    yield items;
    const last = items.at(-1);
    if (items.length < EXPORT_ITEMS || last === undefined) return;
    after = last.id;
  }
}

async function* matchingItems(db: Database, search: string): AsyncIterable<readonly PriceListItem[]> {
  const ids = await findMatching(db, search, null);
  for (let from = 0; from < ids.length; from += EXPORT_ITEMS) yield listItemsOf(db, ids.slice(from, from + EXPORT_ITEMS));
}
