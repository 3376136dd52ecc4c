import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readByIds } from '../../../platform/formats/read-pages.ts';
import { findMatching, type PoFilter } from './order-search.read-model.ts';
import { listOrderIds, listSummariesOf, type PoOrder } from './po-list.read-model.ts';

const EXPORT_ROWS = 1_000;

const TABLE = csvTable({
  ...{ 'PO Number': 'po_number', Vendor: 'vendor', 'Unique SKUs': 'unique_skus', 'Packing Lists': 'packing_list_count', Ordered: 'total_ordered' },
  ...{ Received: 'total_received', Backordered: 'total_backordered', Damaged: 'total_damaged', Canceled: 'total_canceled', Over: 'total_over' },
  ...{ 'Received %': 'received_percentage', 'First Entry': 'first_entry_date', 'Last Entry': 'last_entry_date', 'Days Diff': 'days_difference' },
});

/** The purchase orders that match a filter, in the order of the list. */
export async function poCsv(db: Database, filter: PoFilter, order: PoOrder): Promise<AsyncIterable<string>> {
  const ids = await listOrderIds(db, await findMatching(db, filter), order);
  return csvOf(
    TABLE,
    readByIds(ids, EXPORT_ROWS, (part) => listSummariesOf(db, part)),
  );
}
