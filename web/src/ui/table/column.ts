import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface Column<Row> {
  readonly heading: string;
  /** Stands in the head in place of the heading, such as a checkbox for all rows. */
  readonly headingCell?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row, when the table becomes a list of cards on a phone. */
  readonly isTitle?: boolean;
  readonly align?: 'right';
  /** Shows no heading on a phone's card: a button says what it does. */
  readonly isAction?: boolean;
  /** Lets the heading take two lines where the cells are narrower than it. */
  readonly isHeadingLong?: boolean;
  /** The name under which the rows can be sorted by the column. */
  readonly sort?: string;
  /** Stands under the column, and counts all rows of the list, shown or not. */
  readonly total?: ReactNode;
  /** The column's share of a long table, whose columns must not move while the rows change. */
  readonly width?: `${number}%`;
  /** The name under which layouts and views store the column; the heading when absent. */
  readonly name?: string;
  /** Can be neither hidden nor moved: it selects the row or acts on it. */
  readonly isFixed?: boolean;
  /** The width of a resizable column until somebody changes it. */
  readonly widthPx?: number;
}
