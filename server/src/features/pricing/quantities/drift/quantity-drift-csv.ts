import type { QuantityDriftDay } from '@stowage/contract/pricing/quantity-drift';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../../platform/formats/csv.ts';
import { readPages } from '../../../../platform/formats/read-pages.ts';
import { type DriftFilter, selectDriftDays } from './quantity-drift.read-model.ts';

const EXPORT_ROWS = 1_000;

const TABLE = csvTable({
  ...{ 'Day (UTC)': 'day', SKU: 'sku', Item: 'title', Times: 'periods', 'Too many (s)': 'over_seconds', 'Too few (s)': 'under_seconds' },
  ...{ 'Units too many': 'worst_over', 'Amazon showed': 'worst_shown', 'Available here': 'worst_available' },
});

/** How long Amazon showed another quantity than the one to offer, by listing and day. */
export function quantityDriftCsv(db: Database, filter: DriftFilter): AsyncIterable<string> {
  return csvOf(
    TABLE,
    readPages(EXPORT_ROWS, (_last: QuantityDriftDay | undefined, offset) => selectDriftDays(db, filter, { limit: EXPORT_ROWS, offset })),
  );
}
