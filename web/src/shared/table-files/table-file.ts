import type { FileColumn } from '@stowage/contract/formats/file-cells';
import { formulaProblem, isScientific } from '@stowage/contract/formats/formula-cells';
import { guessColumns, guessHeaderRow, HEADER_SEARCH_ROWS } from '@stowage/contract/spreadsheets/column-guess';
import { columnLetter } from '@stowage/contract/spreadsheets/columns';
import { fileKind } from './file-kind.ts';
import { EMPTY_FILE, type RawRow, readFileRows, tooManyRows, withoutSharedCounts } from './file-rows.ts';
import type { ChooseSheet } from './xlsx/read-workbook.ts';

export type { ChooseSheet } from './xlsx/read-workbook.ts';

export type TableRow = Readonly<Record<string, string>>;

export interface TableFile {
  readonly name: string;
  /** In the file's order. The second of two equal headers is renamed; columns without a header are left out. */
  readonly headers: readonly string[];
  /** The names that several columns have. */
  readonly repeatedHeaders: readonly string[];
  readonly rows: readonly TableRow[];
  /** The number of each row as in a spreadsheet: from 1, counting the header row and blank rows. */
  readonly rowNumbers: readonly number[];
  /** The column of each header in the file, from 0. */
  readonly positions: readonly number[];
  readonly isWorkbook: boolean;
}

interface FileRules {
  readonly chooseSheet: ChooseSheet;
  /** Aborts reading. */
  readonly signal?: AbortSignal;
  readonly maxRows: number;
  /** The columns that the file is read by: the header row is the one that names the most of them, also below a title. Without them, it is the first row. */
  readonly fields?: readonly FileColumn<string>[];
  /** The message for an empty file. */
  readonly noColumns?: string;
}

const NO_ROWS = 'The file has no rows below its columns';

/**
 * Reads the rows of a text file or of a workbook's sheet below its header row, as trimmed text.
 * @throws Error with a message for the user, or the signal's reason
 */
export async function readTableFile(file: File, { fields = [], maxRows, noColumns = EMPTY_FILE, ...rules }: FileRules): Promise<TableFile> {
  rules.signal?.throwIfAborted();
  const isText = (await fileKind(file)) === 'text';
  const first: RawRow[] = [];
  let table: Table | undefined;
  const begin = () => {
    const header = headerRow(fields, first);
    const begun = createTable(first[header]?.cells ?? [], { fields, maxRows, isText });
    for (const row of first.slice(header + 1)) begun.add(row);
    table = begun;
    return begun;
  };
  await readFileRows(file, { ...rules, showsFormulas: true }, (row) => {
    if (table !== undefined) return table.add(row);
    first.push(row);
    if (first.length === (fields.length === 0 ? 1 : HEADER_SEARCH_ROWS)) begin();
  });
  const { headers, ...read } = table ?? begin();
  if (read.rows.length === 0) throw new Error(headers.length === 0 ? noColumns : NO_ROWS);
  const names = headers.map(({ name }) => name);
  const repeatedHeaders = [...new Set(headers.flatMap(({ name, written }) => (name === written ? [] : [written])))];
  const positions = headers.map(({ at }) => at);
  return { name: file.name, headers: names, repeatedHeaders, rows: read.rows, rowNumbers: read.rowNumbers, positions, isWorkbook: !isText };
}

/** The columns of the guess. */
const guessed = (fields: readonly FileColumn<string>[]) => fields.map(({ field, label, aliases }) => ({ name: field, title: label, aliases }));

function headerRow(fields: readonly FileColumn<string>[], first: readonly RawRow[]): number {
  if (fields.length === 0) return 0;
  return guessHeaderRow(
    guessed(fields),
    first.map(({ cells }) => cells),
  );
}

interface Header {
  /** The column in the file, from 0. */
  readonly at: number;
  readonly written: string;
  /** As written; the second of two equal headers is renamed. */
  readonly name: string;
}

type Table = ReturnType<typeof createTable>;

interface TableRules extends Required<Pick<FileRules, 'fields' | 'maxRows'>> {
  readonly isText: boolean;
}

/** Collects the rows below a header row. */
function createTable(cells: readonly string[], { fields, maxRows, isText }: TableRules) {
  const headers = headersOf(cells);
  const positions = guessColumns(guessed(fields), cells);
  const counts = fields.flatMap(({ field, isCount = false }) => (isCount ? (positions[field] ?? []) : []));
  const known = Object.values(positions).filter((at) => at !== undefined);
  const used = known.length > 0 ? known : headers.map(({ at }) => at);
  const rows: TableRow[] = [];
  const rowNumbers: number[] = [];
  return {
    headers,
    rows,
    rowNumbers,
    add(row: RawRow) {
      if (isText) refuseWidth(row, cells.length);
      else refuseLostValues(row, used);
      const own = withoutSharedCounts(row, counts);
      const read: Record<string, string> = {};
      for (const { at, name } of headers) read[name] = own[at] ?? '';
      // A workbook may have notes beside its columns.
      if (headers.every(({ name }) => read[name] === '')) return;
      if (rows.length >= maxRows) throw new Error(tooManyRows(maxRows));
      rows.push(read);
      rowNumbers.push(row.row);
    },
  };
}

function headersOf(cells: readonly string[]): Header[] {
  const headers: Header[] = [];
  const taken = new Set<string>();
  for (const [at, written] of cells.entries()) {
    if (written === '') continue;
    let name = written;
    for (let nth = 1; taken.has(name); nth += 1) name = `${written}_${nth}`;
    taken.add(name);
    headers.push({ at, written, name });
  }
  return headers;
}

/** In a text, a row of another width has a separator too few or too many. Spreadsheets end rows with empty cells. */
function refuseWidth({ row, cells }: RawRow, width: number): void {
  const problem = cells.length < width ? 'Too few fields' : cells.slice(width).some((cell) => cell !== '') ? 'Too many fields' : undefined;
  if (problem !== undefined) throw new Error(`Error parsing CSV: ${problem}: expected ${width} fields but parsed ${cells.length} (row ${row})`);
}

/** A cell without a value would be read as an empty one, its error as a name, and a number without its last digits as another code. */
function refuseLostValues({ row, cells }: RawRow, used: readonly number[]): void {
  for (const at of used) {
    const text = cells[at] ?? '';
    const problem = isScientific(text) ? `${text} has lost its last digits: format that column as text and enter it again` : formulaProblem(text);
    if (problem !== undefined) throw new Error(`${columnLetter(at)}${row}: ${problem}`);
  }
}

/** The address of a cell in a spreadsheet program: `C7`. @param row the position of the row in the table */
export function cellAddress({ headers, positions, rowNumbers }: TableFile, row: number, header: string | undefined): string | undefined {
  const position = header === undefined ? undefined : positions[headers.indexOf(header)];
  const number = rowNumbers[row];
  return position === undefined || number === undefined ? undefined : `${columnLetter(position)}${number}`;
}
