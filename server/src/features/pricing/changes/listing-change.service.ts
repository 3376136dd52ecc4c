import { CHANGES_PAGE_SIZE, type ChangeFilter } from '@stowage/contract/pricing/listing-changes';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { getJob } from '../sync/listing-job.repository.ts';
import { countChanges, listChanges } from './listing-change.read-model.ts';
import { listingChangeCsv } from './listing-change-csv.ts';

export type ListingChangeService = ReturnType<typeof createListingChangeService>;

/** The changes of a job with their outcomes. */
export function createListingChangeService({ db }: { db: Database }) {
  return {
    async page(jobCode: string, { only, page }: { only: ChangeFilter | undefined; page: number }) {
      const { id: jobId } = await getJob(db, jobCode);
      const data = await listChanges(db, jobId, { only, offset: page * CHANGES_PAGE_SIZE, limit: CHANGES_PAGE_SIZE });
      return { data, totalCount: await countChanges(db, jobId, only) };
    },

    lines: async (jobCode: string, only: ChangeFilter | undefined) => listingChangeCsv(db, (await getJob(db, jobCode)).id, only),
  };
}
