import type { ChangeFilter, ListingChange } from '@stowage/contract/pricing/listing-changes';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { listChangesAfter } from './listing-change.read-model.ts';

const EXPORT_ROWS = 1_000;

const TABLE = {
  head: csvLine([...['SKU', 'ASIN', 'Price before', 'Price', 'Quantity before', 'Quantity', 'Sent', 'Outcome', 'Reason', 'What to do', 'Shown instead']]),
  line({ sku, asin, oldPrice, newPrice, oldQuantity, newQuantity, ...change }: ListingChange): string {
    const sent = [change.sendsPrice ? 'price' : [], change.sendsQuantity ? 'quantity' : []].flat().join(' and ');
    return csvLine([sku, asin, oldPrice, newPrice, oldQuantity, newQuantity, sent, change.outcome, change.reason, change.hint, change.drift]);
  },
};

/** The changes of a job with their outcomes, by SKU. */
export function listingChangeCsv(db: Database, jobId: number, only?: ChangeFilter): AsyncIterable<string> {
  return csvOf(
    TABLE,
    readPages(EXPORT_ROWS, (last?: ListingChange) => listChangesAfter(db, jobId, { only, after: last?.sku ?? '', limit: EXPORT_ROWS })),
  );
}
