import type { JobState } from '@stowage/contract/jobs';

/** What the jobs page's address holds: which page, only the jobs in which state, and which job is open. */
export interface JobsPageAddress {
  /** From 1. */
  readonly page?: number | undefined;
  readonly state?: JobState | undefined;
  readonly job?: number | undefined;
}
