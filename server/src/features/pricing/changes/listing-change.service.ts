import { CHANGES_PAGE_SIZE, type ChangeFilter, type ListingChange } from '@stowage/contract/pricing/listing-changes';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine } from '../../../platform/formats/csv.ts';
import { getJob } from '../sync/listing-job.repository.ts';
import { countChanges, listChanges, listChangesAfter } from './listing-change.read-model.ts';

export type ListingChangeService = ReturnType<typeof createListingChangeService>;

const EXPORT_ROWS = 1_000;
const HEADINGS = ['SKU', 'ASIN', 'Price before', 'Price', 'Quantity before', 'Quantity', 'Sent', 'Outcome', 'Reason', 'What to do', 'Shown instead'];

/** The changes of a job with their outcomes. */
export function createListingChangeService({ db }: { db: Database }) {
  return {
    async page(jobCode: string, { only, page }: { only: ChangeFilter | undefined; page: number }) {
      const { id: jobId } = await getJob(db, jobCode);
      const data = await listChanges(db, jobId, { only, offset: page * CHANGES_PAGE_SIZE, limit: CHANGES_PAGE_SIZE });
      return { data, totalCount: await countChanges(db, jobId, only) };
    },

    lines: async (jobCode: string, only: ChangeFilter | undefined) => changeLines(db, (await getJob(db, jobCode)).id, only),
  };
}

/** The changes of a job as the lines of a CSV file, read as they are consumed. */
export async function* changeLines(db: Database, jobId: number, only?: ChangeFilter): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  let after = '';
  for (;;) {
    const rows = await listChangesAfter(db, jobId, { only, after, limit: EXPORT_ROWS });
    if (rows.length > 0) yield rows.map(toLine).join('');
    after = rows.at(-1)?.sku ?? '';
    if (rows.length < EXPORT_ROWS) return;
  }
}

function toLine({ sku, asin, oldPrice, newPrice, oldQuantity, newQuantity, ...change }: ListingChange): string {
  const sent = [change.sendsPrice ? 'price' : [], change.sendsQuantity ? 'quantity' : []].flat().join(' and ');
  return csvLine([sku, asin, oldPrice, newPrice, oldQuantity, newQuantity, sent, change.outcome, change.reason, change.hint, change.drift]);
}
