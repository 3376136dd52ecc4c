import { CASE_STATUSES, CASE_VIEWS, type CaseStatus, type CaseView } from '@stowage/contract/cases/case-statuses';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { isFilled, isPositive, pageIn } from '../../shared/address-parts.ts';

/** The state of the case review in its address. */
export interface CaseReviewAddress {
  readonly q?: string | undefined;
  readonly view?: Exclude<CaseView, 'all'> | undefined;
  readonly status?: CaseStatus | undefined;
  /** One-based. */
  readonly page?: number | undefined;
  /** The case that is expanded. */
  readonly case?: number | undefined;
}

export function readCaseReviewAddress({ q, view, status, page, case: id }: Record<string, unknown>): CaseReviewAddress {
  const known = CASE_STATUSES.find((one) => one === status);
  const shown = CASE_VIEWS.find((one) => one === view);
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...(shown !== undefined && shown !== 'all' && { view: shown }),
    ...(known !== undefined && { status: known }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(id) && { case: id }),
  };
}
