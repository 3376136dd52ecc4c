import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { JOB_FILTERS } from '@stowage/contract/jobs/jobs';
import { addressReader, oneOf, pageUpTo, positive } from '../../shared/address-parts.ts';

/** Reads the address of the jobs page: page number, state filter and open job. */
export const readJobsPageAddress = addressReader({ page: pageUpTo(LAST_PAGE), state: oneOf(...JOB_FILTERS), job: positive });
export type JobsPageAddress = ReturnType<typeof readJobsPageAddress>;
