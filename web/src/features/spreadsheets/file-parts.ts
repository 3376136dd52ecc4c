import { counted } from '@stowage/contract/formats/text/counted';
import { guessColumns, guessHeaderRow } from '@stowage/contract/spreadsheets/column-guess';
import { columnLetter, type SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import { type SpreadsheetKindName, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { SPREADSHEET_MAX_COLUMNS, SPREADSHEET_PART_BYTES, SPREADSHEET_PART_ROWS } from '@stowage/contract/spreadsheets/spreadsheets';
import { startOf } from '@stowage/contract/storable-text';
import { type RawRow, withoutSharedCounts } from '../../shared/table-files/file-rows.ts';

export interface HeadedFile {
  readonly headers: readonly string[];
  readonly headerRow: number;
  readonly rows: readonly RawRow[];
}

/** The columns and the rows below them. @param position the header row among the filled rows; guessed when absent */
export function headedFile(kind: SpreadsheetKindName, raw: readonly RawRow[], position = guessHeader(kind, raw)): HeadedFile {
  const header = raw[position];
  const rows = raw.slice(position + 1);
  if (header === undefined || rows.length === 0) throw new Error('The file has no rows below its columns');
  const width = Math.min(
    SPREADSHEET_MAX_COLUMNS,
    rows.reduce((most, { cells }) => Math.max(most, cells.length), header.cells.length),
  );
  const { columns } = spreadsheetKind(kind);
  refuseFarColumns(columns, header.cells);
  const headers = Array.from({ length: width }, (_, column) => short(header.cells[column] ?? ''));
  const positions = guessColumns(columns, headers);
  const counts = columns.flatMap(({ name, type }) => (type === 'count' ? (positions[name] ?? []) : []));
  return { headers, headerRow: header.row, rows: rows.map((row) => ({ row: row.row, cells: withoutSharedCounts(row, counts) })) };
}

/** Without its column, each stock row would count as one unit. @throws Error with a message for the user */
function refuseFarColumns(columns: readonly SpreadsheetColumn[], header: readonly string[]): void {
  const positions = guessColumns(columns, header);
  const far = columns.find(({ name }) => (positions[name] ?? 0) >= SPREADSHEET_MAX_COLUMNS);
  if (far === undefined) return;
  const place = `${far.title} is in column ${columnLetter(positions[far.name] ?? 0)}`;
  throw new Error(`${place}, and only the first ${SPREADSHEET_MAX_COLUMNS} columns are read: delete the columns that you don't need`);
}

/**
 * In a text, a row with more cells than column names has an amount such as 12,375 without quotes, and everything behind it would be read
 * from the wrong column. When all rows have more, a column just has no name.
 * @throws Error with a message for the user
 */
export function refuseWiderRows(raw: readonly RawRow[], { headerRow, rows }: HeadedFile): void {
  const width = raw.find(({ row }) => row === headerRow)?.cells.length ?? 0;
  const cellsOf = ({ cells }: RawRow) => cells.findLastIndex((cell) => cell !== '') + 1;
  const wide = rows.filter((row) => cellsOf(row) > width);
  const [first] = wide;
  if (first === undefined || wide.length === rows.length) return;
  throw new Error(
    `Row ${first.row} has ${cellsOf(first)} cells, and there are ${width} column names. Put a cell that contains the separator in quotes, such as "12,375", or save the file as .xlsx.`,
  );
}

/**
 * In a text without a line break at its end whose rows all have a cell for each column name, a last row with fewer is where a copy of the
 * file was cut off. What its last cell lacks would be stored as a shorter code or name. Files that leave empty cells out have other short
 * rows too.
 * @throws Error with a message for the user
 */
export function refuseCutFile(raw: readonly RawRow[], { headerRow, rows }: HeadedFile): void {
  const width = raw.find(({ row }) => row === headerRow)?.cells.length ?? 0;
  const last = rows.at(-1);
  const isShort = ({ cells }: RawRow) => cells.length < width;
  if (last === undefined || rows.length === 1 || !isShort(last) || rows.slice(0, -1).some(isShort)) return;
  throw new Error(
    `Row ${last.row}, the last one, has ${counted(last.cells.length, 'cell')}, and every other row has ${width}. Perhaps the file is not complete: save or download it again. If it is, add the missing separators, or a line break after it.`,
  );
}

function guessHeader(kind: SpreadsheetKindName, raw: readonly RawRow[]): number {
  return guessHeaderRow(
    spreadsheetKind(kind).columns,
    raw.map(({ cells }) => cells),
  );
}

/** No column reads longer values, so that longer ones can be cut. */
const MAX_CELL_CHARACTERS = 4_000;

const short = (cell: string) => startOf(cell, MAX_CELL_CHARACTERS);

/** Splits rows into parts within the server's limits of rows and bytes. */
export function* partsOf(rows: readonly RawRow[]): Iterable<RawRow[]> {
  const encoder = new TextEncoder();
  let part: RawRow[] = [];
  let bytes = 0;
  for (const { row, cells } of rows) {
    const sent = { row, cells: cells.slice(0, SPREADSHEET_MAX_COLUMNS).map(short) };
    const size = encoder.encode(JSON.stringify(sent)).length + 1;
    if (part.length === SPREADSHEET_PART_ROWS || (part.length > 0 && bytes + size > SPREADSHEET_PART_BYTES - 1_000)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(sent);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
