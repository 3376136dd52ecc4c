import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { ColumnEdge } from './ColumnEdge.tsx';
import type { Column } from './column.ts';
import type { ColumnWidths } from './column-widths.ts';
import { alignment } from './TableRow.tsx';

export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (by: string) => void;
}

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
  readonly isLong: boolean;
  /** The widths in a table whose columns are resizable. */
  readonly widths: ColumnWidths<Row> | undefined;
}

export function TableHead<Row>({ columns, sorting, isLong, widths }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup" className={`bg-sunken text-muted ${isLong ? 'lg:sticky lg:top-0 lg:z-10' : ''}`}>
      <tr ref={widths?.head} role="row" aria-rowindex={isLong ? 1 : undefined}>
        {columns.map((column) => (
          <th
            key={column.heading}
            role="columnheader"
            scope="col"
            aria-sort={ariaSort(column, sorting)}
            // Without the name of the edge, and not that of a field with the same label.
            aria-label={widths === undefined ? undefined : `${column.heading} column`}
            className={`h-9 px-2 font-medium ${alignment(column)} ${headingLook(column, isLong, widths)}`}
          >
            <ColumnHeading column={column} sorting={sorting} />
            {widths !== undefined && !column.isFixed && (
              <ColumnEdge
                heading={column.heading}
                width={widths.widthOf(column)}
                minWidth={widths.minWidth}
                isQuiet={widths.isQuiet}
                onWidth={(width) => widths.onWidth(column, width)}
                onEnd={widths.onEnd}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function headingLook<Row>(column: Column<Row>, isLong: boolean, widths: ColumnWidths<Row> | undefined): string {
  if (widths?.isSet && !widths.isQuiet) return 'relative align-bottom text-xs break-words';
  // A drag moves no heading but its own: the columns look as before.
  if (widths?.isSet) return 'relative first:pl-4 last:pr-7 lg:max-xl:text-xs break-words';
  return `${widths === undefined ? '' : 'relative'} ${headingClass(column, isLong)}`;
}

function headingClass<Row>({ isHeadingLong }: Column<Row>, isLong: boolean): string {
  return `${isLong || isHeadingLong ? '' : 'whitespace-nowrap'} first:pl-4 last:pr-7 lg:max-xl:text-xs`;
}

/** A column's heading; a button where the rows can be sorted by it. */
function ColumnHeading<Row>({ column: { heading, headingCell, sort }, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  if (headingCell !== undefined) return headingCell;
  if (sort === undefined || sorting === undefined) return heading;
  const isSorted = sorting.by === sort;
  const Icon = !isSorted ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button type="button" onClick={() => sorting.onSort(sort)} className="group relative min-h-7 rounded [text-align:inherit] hover:text-ink">
      {/* In the gap behind the column, which has room for one arrow. The column is no wider than without it. */}
      {heading}
      <Icon
        size={11}
        aria-hidden
        className={`absolute top-1/2 left-full ml-px -translate-y-1/2 ${isSorted ? '' : 'opacity-40 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
      />
    </button>
  );
}

function ariaSort<Row>({ sort }: Column<Row>, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
