/** What the jobs page's address holds: which page, and which job is open. */
export interface JobsPageAddress {
  /** From 1. */
  readonly page?: number | undefined;
  readonly job?: number | undefined;
}
