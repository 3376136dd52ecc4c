/** How the cells of a column are read. */
export type ColumnType = 'text' | 'code' | 'gtin' | 'email' | 'money' | 'decimal' | 'count' | 'day' | 'yes-no' | 'choice';

/** A column of a kind of spreadsheet. */
export interface SpreadsheetColumn {
  readonly name: string;
  /** The header in the template. */
  readonly title: string;
  /** Other headers that people write. */
  readonly aliases: readonly string[];
  readonly type: ColumnType;
  readonly isRequired?: boolean;
  readonly example: string;
  readonly explanation: string;
  /** The longest text, or the largest number. */
  readonly max?: number;
  /** For `decimal`: how many are stored; 2 when absent. */
  readonly decimals?: number;
  /** For `money`: whether 0 is refused. */
  readonly isPositive?: boolean;
  /** For `choice`: the stored value of each accepted text. The first text of a value is its name. */
  readonly choices?: Readonly<Record<string, string | number>>;
}

/** The letter of a column in a spreadsheet program: 0 is A, 26 is AA. */
export function columnLetter(position: number): string {
  const rest = Math.floor(position / 26);
  return (rest === 0 ? '' : columnLetter(rest - 1)) + String.fromCharCode(65 + (position % 26));
}
