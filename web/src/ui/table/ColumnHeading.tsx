import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Column } from './column.ts';

export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (by: string) => void;
}

/** A column's heading; a button where the rows can be sorted by it. */
export function ColumnHeading<Row>({ column: { heading, sort, align }, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  if (sort === undefined || sorting === undefined) return heading;
  const Icon = sorting.by !== sort ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button type="button" onClick={() => sorting.onSort(sort)} className="relative min-h-6 rounded [text-align:inherit] hover:text-ink">
      {heading} {/* In the gap between the columns, so that the column is no wider than without it. */}
      <Icon size={12} aria-hidden className={`absolute top-1/2 -translate-y-1/2 ${align === 'right' ? 'right-full mr-0.5' : 'left-full ml-0.5'}`} />
    </button>
  );
}

export function ariaSort<Row>({ sort }: Column<Row>, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
