import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { JOB_FILTERS, type JobFilter } from '@stowage/contract/jobs/jobs';
import { isPositive, pageIn } from '../../shared/address-parts.ts';

/** The address of the jobs page: page number, state filter and open job. */
export interface JobsPageAddress {
  /** From 1. */
  readonly page?: number | undefined;
  readonly state?: JobFilter | undefined;
  readonly job?: number | undefined;
}

export function readJobsPageAddress({ page, state, job }: Record<string, unknown>): JobsPageAddress {
  const known = JOB_FILTERS.find((candidate) => candidate === state);
  return { ...pageIn(page, LAST_PAGE), ...(known !== undefined && { state: known }), ...(isPositive(job) && { job }) };
}
