import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row, when the table becomes a list of cards on a phone. */
  readonly isTitle?: boolean;
  readonly align?: 'right';
  /** On a phone's card its content needs no name: a button says itself what it does. */
  readonly isAction?: boolean;
  /** The rows can be sorted by it, under this name. */
  readonly sort?: string;
}

interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (by: string) => void;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Struck through and greyed: still there, no longer counting. */
  readonly isStruck?: (row: Row) => boolean;
  /** Few short columns: stays a table on a phone. */
  readonly isNarrow?: boolean;
  /** A click anywhere on the row. A button in one of the cells must do the same for the keyboard. */
  readonly onRow?: (row: Row) => void;
  /** What stands under an expanded row; nothing while it is collapsed. */
  readonly below?: (row: Row) => ReactNode;
  readonly sorting?: Sorting;
}

/** Rows and columns at a desk, cards on a phone. The roles are written out because the phone's layout hides them. */
export function DataTable<Row>({ label, columns, rows, keyOf, isStruck, isNarrow = false, onRow, below, sorting }: DataTableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table role="table" aria-label={label} className={`w-full border-collapse text-left text-[13px] ${isNarrow ? '' : 'stacking-table'}`}>
        <thead role="rowgroup" className="bg-sunken text-muted">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.heading}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(column, sorting)}
                className={`h-9 px-2 font-medium whitespace-nowrap first:pl-4 last:pr-7 lg:max-xl:text-xs ${column.align === 'right' ? 'text-right' : ''}`}
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const under = below?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr
                  role="row"
                  onClick={onRow && (() => onRow(row))}
                  className={`border-t border-line hover:bg-sunken ${isStruck?.(row) ? 'text-muted' : ''} ${onRow ? 'cursor-pointer' : ''}`}
                >
                  {columns.map((column) => (
                    <td
                      key={column.heading}
                      role="cell"
                      data-label={column.isTitle || column.isAction ? undefined : column.heading}
                      className={`h-11 px-2 py-1 first:pl-4 last:pr-7 ${column.align === 'right' ? 'text-right' : ''} ${column.isTitle ? 'stacking-title' : ''}`}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {under && (
                  <tr role="row" className="bg-sunken">
                    <td role="cell" colSpan={columns.length} className="stacking-title">
                      {under}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Heading<Row>({ column: { heading, sort }, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  if (sort === undefined || sorting === undefined) return heading;
  const Icon = sorting.by !== sort ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button type="button" onClick={() => sorting.onSort(sort)} className="inline-flex min-h-6 items-center gap-1 rounded hover:text-ink">
      {heading} <Icon size={13} aria-hidden />
    </button>
  );
}

function ariaSort<Row>({ sort }: Column<Row>, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
