export type Value = string | number | boolean | null;

/** The values of a row by column. Columns whose cell is empty are absent: they leave a record unchanged. */
export type Values = Readonly<Record<string, Value>>;

/** A problem of a row, in words for the person who corrects the file. */
export interface RowProblem {
  /** The name of the column; null for the whole row. */
  readonly column: string | null;
  readonly problem: string;
}
