import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { listNewest, listSales, type SalesRow } from './shipment-sales.repository.ts';

const EXPORT_ROWS = 2_000;

const TABLE = csvTable({
  ...{ Shipped: 'shippedAt', Order: 'orderId', SKU: 'sku', FNSKU: 'fnsku', ASIN: 'asin', Quantity: 'quantity', 'Item price': 'itemPrice' },
  Currency: 'currency',
});

/** The sales of the newest windows. */
export const shipmentSalesCsv = (db: Database): AsyncIterable<string> => csvOf(TABLE, pagesOf(db));

async function* pagesOf(db: Database): AsyncIterable<readonly SalesRow[]> {
  for (const { id } of await listNewest(db)) {
    yield* readPages(EXPORT_ROWS, (last?: SalesRow) => listSales(db, id, { after: last?.line ?? 0, limit: EXPORT_ROWS }));
  }
}
