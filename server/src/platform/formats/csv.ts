/** An amount, negative ones included: a spreadsheet reads it as a number, not as a formula. */
const DECIMAL = /^-\d{1,20}\.\d{1,4}$/;

/** What begins a cell in countries whose spreadsheets separate by semicolons or tabs, even inside quotes. */
const AFTER_SEPARATOR = /(?<!^)([;\t]\s*)([=+\-@])/g;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets a leading quote: a title
 * like `=HYPERLINK(…)` is then shown, not run, also behind another separator. Source: OWASP, CSV injection.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The name of a document with the rows of an uploaded file: `spring.xlsx` becomes `spring.csv`. */
export function csvName(fileName: string): string {
  return `${fileName.replace(/\.(?:csv|tsv|txt|xls[xm]?)$/i, '')}.csv`;
}

/** A table of rows with these headings and fields: its first line, and the line of each row. */
export function csvTable<Field extends string>(columns: Readonly<Record<string, Field>>) {
  const fields = Object.values(columns);
  return {
    head: csvLine(Object.keys(columns)),
    line: (row: Readonly<Record<Field, string | number | null>>) => csvLine(fields.map((field) => row[field])),
  };
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inside = value.replace(AFTER_SEPARATOR, "$1'$2");
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) && !DECIMAL.test(value) ? `'${inside}` : inside;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
