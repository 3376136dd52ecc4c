import type { ReactNode } from 'react';
import type { Column } from './column.ts';

/** Makes rows focusable, for the keyboard: one of them is in the order of the Tab key. */
export interface RowFocus {
  readonly current: string | undefined;
  readonly onFocus: (key: string) => void;
}

export interface RowOptions<Row> {
  readonly rowFocus?: RowFocus;
  /** Mutes the row: it still exists, and no longer counts. */
  readonly isStruck?: (row: Row) => boolean;
  readonly rowClass?: (row: Row) => string;
  /** A click anywhere on the row. A button in one of the cells must do the same for the keyboard. */
  readonly onRow?: (row: Row) => void;
  /** The content under an expanded row; nothing while it is collapsed. */
  readonly below?: (row: Row) => ReactNode;
}

interface TableRowProps<Row> extends RowOptions<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  readonly cellClass: string;
  /** The row's place in a long table. */
  readonly index: number | undefined;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
}

export function TableRow<Row>({ row, rowKey, columns, cellClass, index, measure, isStruck, rowClass, onRow, below, rowFocus }: TableRowProps<Row>) {
  const under = below?.(row);
  const look = rowClass?.(row) ?? `hover:bg-sunken ${isStruck?.(row) ? 'text-muted' : ''} ${onRow ? 'cursor-pointer' : ''}`;
  return (
    <>
      <tr
        ref={measure}
        data-index={index}
        role="row"
        aria-rowindex={index === undefined ? undefined : index + 2}
        onClick={onRow && (() => onRow(row))}
        {...(rowFocus !== undefined && focusable(rowKey, rowFocus))}
        className={`border-t border-line ${rowFocus === undefined ? '' : FOCUSABLE_ROW} ${look}`}
      >
        {columns.map((column) => (
          <td
            key={column.heading}
            role="cell"
            data-label={column.isTitle || column.isAction ? undefined : column.heading}
            className={`h-11 py-1 ${cellClass} ${alignment(column)} ${column.isTitle ? 'stacking-title' : ''}`}
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

/** The page's top bar covers no row that gets the focus. */
const FOCUSABLE_ROW = 'scroll-my-16 outline-accent focus-visible:outline-2 focus-visible:-outline-offset-2';

/** The attributes of a focusable row. */
function focusable(key: string, { current, onFocus }: RowFocus) {
  return { 'data-row-key': key, tabIndex: key === current ? 0 : -1, onFocus: () => onFocus(key) };
}

export function TotalsRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot role="rowgroup" className="bg-sunken font-semibold">
      <tr role="row" className="border-t-2 border-edge">
        {columns.map((column) => (
          <td
            key={column.heading}
            role="cell"
            data-label={column.isTitle || column.total === undefined ? undefined : column.heading}
            className={`h-10 px-2 py-1 whitespace-nowrap first:pl-4 last:pr-7 ${alignment(column)} ${column.isTitle ? 'stacking-title' : ''}`}
          >
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

export function alignment<Row>({ align }: Column<Row>): string {
  return align === 'right' ? 'text-right' : '';
}
