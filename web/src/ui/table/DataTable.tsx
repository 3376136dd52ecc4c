import { Fragment } from 'react';
import type { Column } from './column.ts';
import { type Resizing, useColumnWidths } from './column-widths.ts';
import { GapRow } from './rows/GapRow.tsx';
import { SteadyRow } from './rows/SteadyRow.tsx';
import { useLongRows } from './rows/use-long-rows.ts';
import { TableBox } from './TableBox.tsx';
import { type Sorting, TableHead } from './TableHead.tsx';
import { type RowOptions, TableRow, TotalsRow } from './TableRow.tsx';

export type { Column } from './column.ts';

interface DataTableProps<Row> extends RowOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Stays a table on a phone, because it has few short columns. */
  readonly isNarrow?: boolean;
  readonly sorting?: Sorting;
  /** Draws only the rows in view when there are many, in a box that scrolls. */
  readonly mayBeLong?: boolean;
  /** Scrolls in a box of its own, even with few rows; `short` leaves more room for what stands above. */
  readonly isInDialog?: boolean | 'short';
  /** Lets people change the widths of the columns by dragging their edges or with the arrow keys. */
  readonly resizing?: Resizing;
}

/** Rows and columns on a desktop, cards on a phone. The roles are written out because the phone's layout hides them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isNarrow = false, sorting, mayBeLong = false, isInDialog = false, resizing, ...rowOptions } = props;
  const { isLong, box, shown, restPx, measure, onFocus } = useLongRows({ rows, keyOf, isPossible: mayBeLong });
  const widths = useColumnWidths(columns, resizing);
  const stacking = isNarrow ? '' : 'stacking-table';
  const fixed = widths?.isSet ? 'table-fixed lg:min-w-(--columns-width)' : isLong ? 'lg:table-fixed' : '';
  return (
    <TableBox label={label} isLong={isLong} isInDialog={isInDialog} box={box} onFocus={onFocus}>
      <table
        role="table"
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        style={widths?.isSet ? widths.style : undefined}
        className={`w-full border-collapse text-left text-[13px] ${stacking} ${fixed}`}
      >
        {fixed !== '' && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.heading} style={{ width: widths?.isSet ? widths.colWidthOf(column) : column.width }} />
            ))}
          </colgroup>
        )}
        <TableHead {...{ columns, sorting, isLong, widths }} />
        <tbody role="rowgroup">
          <SteadyRow isInBox={isLong || isInDialog !== false}>
            {shown.map(({ row, index, gapPx }) => (
              <Fragment key={keyOf(row)}>
                <GapRow px={gapPx} />
                <TableRow
                  {...{ row, columns, rowKey: String(keyOf(row)), ...rowOptions }}
                  cellClass={widths?.isSet && !widths.isQuiet ? RESIZABLE_CELL : `px-2 first:pl-4 last:pr-7 ${isLong || widths?.isSet ? 'break-words' : ''}`}
                  index={isLong ? index : undefined}
                  measure={isLong ? measure : undefined}
                />
              </Fragment>
            ))}
          </SteadyRow>
          <GapRow px={restPx} />
        </tbody>
        {columns.some(({ total }) => total !== undefined) && <TotalsRow columns={columns} />}
      </table>
    </TableBox>
  );
}

const RESIZABLE_CELL = 'px-2 break-words lg:px-1 lg:[&_input]:min-w-0 lg:[&_input]:px-1';
