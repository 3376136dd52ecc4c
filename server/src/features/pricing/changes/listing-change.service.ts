import { CHANGES_PAGE_SIZE, type ChangeFilter, type ListingChange } from '@stowage/contract/pricing/listing-changes';
import { AppError } from '../../../platform/app-error.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findJobByCode } from '../sync/listing-job.repository.ts';
import { countChanges, listChanges, listChangesAfter } from './listing-change.read-model.ts';

export interface ListingChangeService {
  page(jobCode: string, query: { only: ChangeFilter | undefined; page: number }): Promise<{ data: ListingChange[]; totalCount: number }>;
  /** The lines of a CSV file, read as they are taken. */
  lines(jobCode: string, only: ChangeFilter | undefined): Promise<AsyncIterable<string>>;
}

const EXPORT_ROWS = 1_000;
const HEADINGS = ['SKU', 'ASIN', 'Price before', 'Price', 'Quantity before', 'Quantity', 'Sent', 'Outcome', 'Reason', 'What to do', 'Shown instead'];

/** What a job wants of each listing, and what became of it. */
export function createListingChangeService({ db }: { db: Database }): ListingChangeService {
  const idOf = async (code: string) => {
    const job = await findJobByCode(db, code);
    if (job === undefined) throw new AppError('not_found', 'There is no such job');
    return job.id;
  };
  return {
    async page(code, { only, page }) {
      const jobId = await idOf(code);
      const data = await listChanges(db, jobId, { only, offset: page * CHANGES_PAGE_SIZE, limit: CHANGES_PAGE_SIZE });
      return { data, totalCount: await countChanges(db, jobId, only) };
    },

    lines: async (code, only) => csvLines(db, await idOf(code), only),
  };
}

/** What a job wants of each listing, as the lines of a CSV file. */
export const changeLines = (db: Database, jobId: number): AsyncIterable<string> => csvLines(db, jobId, undefined);

async function* csvLines(db: Database, jobId: number, only: ChangeFilter | undefined): AsyncIterable<string> {
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
