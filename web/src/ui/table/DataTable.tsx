import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { GapRow } from './GapRow.tsx';
import { TableBox } from './TableBox.tsx';
import { useLongRows } from './use-long-rows.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row, when the table becomes a list of cards on a phone. */
  readonly isTitle?: boolean;
  readonly align?: 'right';
  /** On a phone's card its content needs no name: a button says itself what it does. */
  readonly isAction?: boolean;
  /** Its heading takes two lines where the cells are narrower than that. */
  readonly isHeadingLong?: boolean;
  /** The rows can be sorted by it, under this name. */
  readonly sort?: string;
  /** Stands under the column: of all rows that there are, shown or not. */
  readonly total?: ReactNode;
  /** Its share of a table that may be long: there the columns stay while the rows change. */
  readonly width?: `${number}%`;
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
  /** There may be thousands of rows: those in view are drawn, in a box that scrolls. */
  readonly mayBeLong?: boolean;
  /** It scrolls in a box of its own, however few its rows are; `short` below other things that are to stay in view. */
  readonly isInDialog?: boolean | 'short';
}

/** Rows and columns at a desk, cards on a phone. The roles are written out because the phone's layout hides them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isNarrow = false, sorting, mayBeLong = false, isInDialog = false } = props;
  const { isLong, box, shown, restPx, measure, onFocus } = useLongRows({ rows, keyOf, isPossible: mayBeLong });
  return (
    <TableBox label={label} isLong={isLong} isInDialog={isInDialog} box={box} onFocus={onFocus}>
      <table
        role="table"
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        className={`w-full border-collapse text-left text-[13px] ${isNarrow ? '' : 'stacking-table'} ${isLong ? 'lg:table-fixed' : ''}`}
      >
        {isLong && (
          <colgroup>
            {columns.map(({ heading, width }) => (
              <col key={heading} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead role="rowgroup" className={`bg-sunken text-muted ${isLong ? 'lg:sticky lg:top-0 lg:z-10' : ''}`}>
          <tr role="row" aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <th
                key={column.heading}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(column, sorting)}
                className={`h-9 px-2 font-medium ${isLong || column.isHeadingLong ? '' : 'whitespace-nowrap'} first:pl-4 last:pr-7 lg:max-xl:text-xs ${column.align === 'right' ? 'text-right' : ''}`}
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map(({ row, index, gapPx }) => (
            <Fragment key={keyOf(row)}>
              <GapRow px={gapPx} />
              <Row {...props} row={row} index={isLong ? index : undefined} measure={isLong ? measure : undefined} />
            </Fragment>
          ))}
          <GapRow px={restPx} />
        </tbody>
        {columns.some(({ total }) => total !== undefined) && <TotalsRow columns={columns} />}
      </table>
    </TableBox>
  );
}

interface RowProps<Row> extends DataTableProps<Row> {
  readonly row: Row;
  /** Where it stands, of a long table. */
  readonly index: number | undefined;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
}

function Row<Row>({ row, index, measure, columns, isStruck, onRow, below }: RowProps<Row>) {
  const under = below?.(row);
  return (
    <>
      <tr
        ref={measure}
        data-index={index}
        role="row"
        aria-rowindex={index === undefined ? undefined : index + 2}
        onClick={onRow && (() => onRow(row))}
        className={`border-t border-line hover:bg-sunken ${isStruck?.(row) ? 'text-muted' : ''} ${onRow ? 'cursor-pointer' : ''}`}
      >
        {columns.map((column) => (
          <td
            key={column.heading}
            role="cell"
            data-label={column.isTitle || column.isAction ? undefined : column.heading}
            className={`h-11 px-2 py-1 first:pl-4 last:pr-7 ${index === undefined ? '' : 'break-words'} ${column.align === 'right' ? 'text-right' : ''} ${column.isTitle ? 'stacking-title' : ''}`}
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
    </>
  );
}

function TotalsRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot role="rowgroup" className="bg-sunken font-semibold">
      <tr role="row" className="border-t-2 border-edge">
        {columns.map(({ heading, isTitle, align, total }) => (
          <td
            key={heading}
            role="cell"
            data-label={isTitle || total === undefined ? undefined : heading}
            className={`h-10 px-2 py-1 whitespace-nowrap first:pl-4 last:pr-7 ${align === 'right' ? 'text-right' : ''} ${isTitle ? 'stacking-title' : ''}`}
          >
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function Heading<Row>({ column: { heading, sort, align }, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  if (sort === undefined || sorting === undefined) return heading;
  const Icon = sorting.by !== sort ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button type="button" onClick={() => sorting.onSort(sort)} className="relative min-h-6 rounded [text-align:inherit] hover:text-ink">
      {heading} {/* Between the columns, away from the next heading: they are as wide as without it. */}
      <Icon size={12} aria-hidden className={`absolute top-1/2 -translate-y-1/2 ${align === 'right' ? 'right-full mr-0.5' : 'left-full ml-0.5'}`} />
    </button>
  );
}

function ariaSort<Row>({ sort }: Column<Row>, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
