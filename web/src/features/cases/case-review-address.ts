import { CASE_STATUSES, CASE_VIEWS, type CaseView } from '@stowage/contract/cases/case-statuses';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, oneOf, pageUpTo, positive, text } from '../../shared/address-parts.ts';

const isPart = (view: CaseView): view is Exclude<CaseView, 'all'> => view !== 'all';

export const readCaseReviewAddress = addressReader({
  q: text,
  /** All cases when absent. */
  view: oneOf(...CASE_VIEWS.filter(isPart)),
  status: oneOf(...CASE_STATUSES),
  page: pageUpTo(LAST_PAGE),
  /** The case that is expanded. */
  case: positive,
});
export type CaseReviewAddress = ReturnType<typeof readCaseReviewAddress>;
