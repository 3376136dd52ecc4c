import { CASE_STATUSES, CASE_VIEWS, type CaseView } from '@stowage/contract/cases/case-statuses';
import { CASE_SORTS } from '@stowage/contract/cases/cases';
import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, flag, oneOf, pageUpTo, positive, textUpTo } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

const isPart = (view: CaseView): view is Exclude<CaseView, 'all'> => view !== 'all';

export const readCaseReviewAddress = addressReader({
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  /** All cases when absent. */
  view: oneOf(...CASE_VIEWS.filter(isPart)),
  status: oneOf(...CASE_STATUSES),
  /** The view's own order when absent. */
  sort: oneOf(...CASE_SORTS),
  ascending: flag,
  page: pageUpTo(LAST_PAGE),
  /** The case that is expanded. */
  case: positive,
  ...VIEW_PARTS,
});
export type CaseReviewAddress = ReturnType<typeof readCaseReviewAddress>;
