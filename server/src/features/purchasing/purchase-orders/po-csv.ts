import type { PoSummaryRow } from '@stowage/contract/purchasing/purchase-orders';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { ALL_IDS, findMatching, type PoFilter } from './order-search.read-model.ts';
import { listSummaries } from './po-list.read-model.ts';

const EXPORT_ROWS = 1_000;

const TABLE = csvTable({
  ...{ 'PO Number': 'po_number', Vendor: 'vendor', 'Unique SKUs': 'unique_skus', 'Packing Lists': 'packing_list_count', Ordered: 'total_ordered' },
  ...{ Received: 'total_received', Backordered: 'total_backordered', Damaged: 'total_damaged', Canceled: 'total_canceled', Over: 'total_over' },
  ...{ 'Received %': 'received_percentage', 'First Entry': 'first_entry_date', 'Last Entry': 'last_entry_date', 'Days Diff': 'days_difference' },
});

/** The purchase orders that match a filter, newest first. */
export async function poCsv(db: Database, filter: PoFilter): Promise<AsyncIterable<string>> {
  const matching = await findMatching(db, filter);
  return csvOf(
    TABLE,
    readPages(EXPORT_ROWS, (last?: PoSummaryRow) => listSummaries(db, matching, { below: last?.id ?? ALL_IDS, limit: EXPORT_ROWS })),
  );
}
