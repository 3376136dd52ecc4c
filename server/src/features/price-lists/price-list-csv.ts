import { PRICE_LIST_SEARCH_WINDOW } from '@stowage/contract/price-lists/price-lists';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvTable } from '../../platform/formats/csv.ts';
import { listItemsAfter, searchItems } from './price-list.read-model.ts';

const EXPORT_ITEMS = 2_000;

const CODES = { 'UPC/GTIN': 'gtin', 'Item Code': 'item_code', 'Product Title': 'product_title', Vendor: 'vendor' } as const;
const REST = { MAP: 'map', 'Updated (UTC)': 'updated_at' } as const;
const WITH_COSTS = csvTable({ ...CODES, Cost: 'cost', ...REST });
const WITHOUT_COSTS = csvTable({ ...CODES, ...REST });

/** The items that match a search, or all. */
export async function* priceListCsv(db: Database, search: string, seesCosts: boolean): AsyncIterable<string> {
  const { head, line } = seesCosts ? WITH_COSTS : WITHOUT_COSTS;
  yield head;
  if (search !== '') {
    const { items } = await searchItems(db, search, { offset: 0, limit: PRICE_LIST_SEARCH_WINDOW });
    yield items.map(line).join('');
    return;
  }
  for (let after = 0; ; ) {
    const items = await listItemsAfter(db, { after, limit: EXPORT_ITEMS });
    yield items.map(line).join('');
    const last = items.at(-1);
    if (items.length < EXPORT_ITEMS || last === undefined) return;
    after = last.id;
  }
}
