/** An amount, less than nothing too: a number for a spreadsheet, to its last decimal, and no formula. */
const DECIMAL = /^-\d{1,20}\.\d{1,4}$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a quote in front: a title
 * like `=HYPERLINK(…)` is then shown, not run. Source: OWASP, CSV injection.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) && !DECIMAL.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
