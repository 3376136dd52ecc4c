import { conditionName } from '@stowage/contract/catalog/conditions';
import type { StockRow } from '@stowage/contract/inventory/stock';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../../platform/formats/csv.ts';
import type { StockFilter, StockOrder } from './stock-listing.read-model.ts';
import { listStock } from './stock-page.read-model.ts';
import type { StockCursor } from './stock-page.rules.ts';

const EXPORT_ROWS = 500;

const TABLE = {
  head: csvLine([
    ...['Item', 'Seller SKU', 'ASIN', 'FNSKU', 'GTIN', 'Condition', 'On hand', 'Pending', 'Quarantine', 'Available', 'Locations'],
    ...['On Amazon', 'Price on Amazon', 'MAP', 'Last counted', 'Oldest unit'],
  ]),
  line(row: StockRow): string {
    const places = row.locations.map(({ location, count }) => `${location}: ${count}`);
    const more = row.location_count > places.length ? [`${row.location_count - places.length} more`] : [];
    return csvLine([
      ...[row.item_name, row.seller_sku, row.asin, row.fnsku, row.gtin, conditionName(row.sku_condition)],
      ...[row.on_hand, row.pending, row.quarantine, row.available, [...places, ...more].join('; ')],
      ...[row.marketplace_quantity, row.marketplace_price, row.map, row.last_counted_at, row.oldest_at],
    ]);
  },
};

/** The stock that matches a filter. */
export function stockCsv(db: Database, filter: StockFilter, order: StockOrder): AsyncIterable<string> {
  return csvOf(TABLE, pagesOf(db, filter, order));
}

async function* pagesOf(db: Database, filter: StockFilter, order: StockOrder): AsyncIterable<StockRow[]> {
  let after: StockCursor | undefined;
  do {
    const { rows, next } = await listStock(db, filter, order, { after, limit: EXPORT_ROWS });
    yield rows;
    after = next;
  } while (after !== undefined);
}
