import { CASE_SORTS, type CaseRow, type CaseSort } from '@stowage/contract/cases/cases';
import type { Column } from '../../ui/table/column.ts';
import type { Sorting } from '../../ui/table/TableHead.tsx';
import type { CaseReviewAddress } from './case-review-address.ts';

/** The parts of the address that a view has. */
export const VIEWED = ['q', 'view', 'status', 'sort', 'ascending'] as const;

const NAMES: Readonly<Record<CaseSort, string>> = {
  status: 'Status',
  created: 'Created',
  last_day: 'Last day to claim',
  updated: 'Updated',
  expected: 'Expected amount',
  paid: 'Paid amount',
};

/** What the cards are sorted by, as the columns of a table without cells. */
export const SORTED_COLUMNS: readonly Column<CaseRow>[] = CASE_SORTS.map((sort) => ({ heading: NAMES[sort], sort, cell: () => null }));

/** The order of the list's calls; the view's own when absent. */
export function caseOrder({ sort, ascending }: CaseReviewAddress) {
  return sort === undefined ? {} : { sort, descending: String(ascending !== true) };
}

/** Claims that are due are sorted by their last day, other cases by their status, until a person chooses an order. */
export function caseSorting({ view, sort, ascending }: CaseReviewAddress, onSort: (change: Partial<CaseReviewAddress>) => void): Sorting {
  const usual = view === 'risk' || view === 'due' ? 'last_day' : 'status';
  const current = sort === undefined ? { by: usual, isDescending: false } : { by: sort, isDescending: ascending !== true };
  return {
    ...current,
    onSort(wanted) {
      const by = CASE_SORTS.find((known) => known === wanted);
      const isDescending = by === current.by ? !current.isDescending : by !== 'status' && by !== 'last_day';
      const isUsual = by === usual && !isDescending;
      onSort({ sort: isUsual ? undefined : by, ascending: isUsual || isDescending ? undefined : true });
    },
  };
}
