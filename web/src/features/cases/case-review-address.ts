import type { CaseStatus, CaseView } from '@stowage/contract/cases';

/** What the address of the case review holds. */
export interface CaseReviewAddress {
  readonly q?: string | undefined;
  readonly view?: Exclude<CaseView, 'all'> | undefined;
  readonly status?: CaseStatus | undefined;
  /** One-based. */
  readonly page?: number | undefined;
  /** The case that is expanded. */
  readonly case?: number | undefined;
}
