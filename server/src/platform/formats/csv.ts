import { withTextMarks } from '@stowage/contract/formats/formula-cells';

/** One line of CSV (RFC 4180), in which a spreadsheet runs no text as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Without it, Excel opens `Crème` as `CrÃ¨me`. */
export const UTF8_MARK = '\uFEFF';

/** The lines of a file, with the mark of UTF-8. It comes with the first lines, so that a failure before them is still answered as one. */
export async function* withMark(lines: AsyncIterable<string>): AsyncIterable<string> {
  let mark = UTF8_MARK;
  for await (const part of lines) {
    yield mark + part;
    mark = '';
  }
}

/** The name of a document with the rows of an uploaded file: `spring.xlsx` becomes `spring.csv`. */
export function csvName(fileName: string): string {
  return `${fileName.replace(/\.(?:csv|tsv|txt|xls[xm]?)$/i, '')}.csv`;
}

/** The first line of a table, and the line of each row. */
export interface CsvTable<Row> {
  readonly head: string;
  readonly line: (row: Row) => string;
}

/** The lines of a table, whose pages are read as fast as the lines are consumed. */
export async function* csvOf<Row>({ head, line }: CsvTable<Row>, pages: AsyncIterable<readonly Row[]> | readonly (readonly Row[])[]): AsyncIterable<string> {
  yield head;
  for await (const rows of pages) yield rows.map(line).join('');
}

/** A table of rows with these headings and fields. */
export function csvTable<Field extends string>(columns: Readonly<Record<string, Field>>): CsvTable<Readonly<Record<Field, string | number | null>>> {
  const fields = Object.values(columns);
  return {
    head: csvLine(Object.keys(columns)),
    line: (row) => csvLine(fields.map((field) => row[field])),
  };
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = withTextMarks(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
