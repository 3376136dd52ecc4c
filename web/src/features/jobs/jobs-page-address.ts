import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { JOB_FILTERS, JOB_SORTS } from '@stowage/contract/jobs/jobs';
import { addressReader, flag, oneOf, pageUpTo, positive } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

/** Reads the address of the jobs page: page number, state filter, order and open job. */
export const readJobsPageAddress = addressReader({
  ...{ page: pageUpTo(LAST_PAGE), state: oneOf(...JOB_FILTERS), sort: oneOf(...JOB_SORTS), ascending: flag, job: positive },
  ...VIEW_PARTS,
});
export type JobsPageAddress = ReturnType<typeof readJobsPageAddress>;
