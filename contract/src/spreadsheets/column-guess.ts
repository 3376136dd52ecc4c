import type { SpreadsheetColumn } from './columns.ts';

/** What a column is called. */
type NamedColumn = Pick<SpreadsheetColumn, 'name' | 'title' | 'aliases'> & Partial<Pick<SpreadsheetColumn, 'type'>>;

/** The position of each column in a file. */
export type ColumnPositions = Readonly<Record<string, number>>;

/** The rows at the start of a file among which the header row is looked for. */
export const HEADER_SEARCH_ROWS = 20;

/** `Supplier SKU *`, `supplier_sku` and `SUPPLIER-SKU` are the same header. */
function headerKey(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** `Item #` is `Item number`, not the item; `UPC #` is the UPC when no column is called `UPC number`. */
const numberKey = (header: string): string => headerKey(header.replaceAll('#', ' number'));

/** Guesses the position of each column by its title and aliases; of equal headers, the first. */
export function guessColumns(columns: readonly NamedColumn[], headers: readonly string[]): ColumnPositions {
  const keys = headers.map(numberKey);
  const numbers = headers.map((header) => (header.includes('#') ? headerKey(header) : ''));
  const taken = new Set<number>();
  const found: Record<string, number> = {};
  const take = (name: string, names: readonly string[], among = keys) => {
    const position = names.map(headerKey).map((key) => among.findIndex((header, nth) => header === key && !taken.has(nth)));
    const first = position.find((nth) => nth >= 0);
    if (first === undefined || found[name] !== undefined) return;
    found[name] = first;
    taken.add(first);
  };
  // Titles first: an alias of one column may be the title of another.
  for (const { name, title } of columns) take(name, [title, name]);
  for (const { name, aliases } of columns) take(name, aliases);
  // A number is no name.
  for (const { name, title, aliases, type } of columns) if (type !== 'text') take(name, [title, ...aliases], numbers);
  return found;
}

/**
 * Guesses the header row: the row among the first whose cells name the most columns; without any, the first row with at least
 * two filled cells, or the first.
 */
export function guessHeaderRow(columns: readonly NamedColumn[], rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, HEADER_SEARCH_ROWS);
  const scores = first.map((cells) => Object.keys(guessColumns(columns, cells)).length);
  const best = Math.max(0, ...scores);
  if (best > 0) return scores.indexOf(best);
  const wide = first.findIndex((cells) => cells.filter((cell) => cell !== '').length > 1);
  return Math.max(0, wide);
}
