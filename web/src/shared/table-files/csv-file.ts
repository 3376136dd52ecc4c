import Papa from 'papaparse';

export type TableRow = Readonly<Record<string, string>>;

export interface TableFile {
  readonly name: string;
  /** In the file's order. The second of two equal headers is renamed. */
  readonly headers: readonly string[];
  /** The names that several columns have. */
  readonly repeatedHeaders: readonly string[];
  readonly rows: readonly TableRow[];
  /** The number of each row as in a spreadsheet: from 1, counting the header row and blank rows. */
  readonly rowNumbers: readonly number[];
}

export interface TableRules {
  readonly renameHeader?: (header: string) => string;
  /** The problem with a file that has these headers, if any. */
  readonly problemOf?: (headers: readonly string[]) => string | undefined;
  /** The columns to read, by their renamed headers; all columns by default. */
  readonly columns?: readonly string[];
  readonly maxRows: number;
  /** The character between two cells, if it is known. */
  readonly separator?: string;
}

/** Blank lines before the header row, and the line in which spreadsheets may declare the separator. */
const BEFORE_COLUMNS = /^\uFEFF?(?:[ \t,;|]*\r?\n)*(?:sep=.\r?\n)?(?:[ \t,;|]*\r?\n)*/i;

/**
 * Reads rows as trimmed text. `="0123"`, with which spreadsheets preserve leading zeros, becomes `0123`.
 * @param pieces the text of the file
 * @throws Error in the specification's words
 */
export async function readCsv(name: string, pieces: AsyncIterable<string>, rules: TableRules): Promise<TableFile> {
  const { renameHeader = (header) => header, problemOf = () => undefined, columns, maxRows } = rules;
  const rows: TableRow[] = [];
  const rowNumbers: number[] = [];
  let headers: readonly string[] = [];
  let repeatedHeaders: readonly string[] = [];
  let problem: string | undefined;
  let { separator } = rules;
  let headerRow = 1;
  let lastRow = 0;
  const chunks = createChunkStream();
  Papa.parse<TableRow>(chunks.stream, {
    header: true,
    transformHeader: (header) => renameHeader(header.trim()),
    transform: (value) => /^="(.*)"$/.exec(value.trim())?.[1]?.trim() ?? value.trim(),
    // Blank rows mislead the parser's own guess.
    delimiter: (text) => separator ?? guessSeparator(text),
    beforeFirstChunk(chunk) {
      const before = BEFORE_COLUMNS.exec(chunk)?.[0] ?? '';
      separator ??= /sep=(.)/i.exec(before)?.[1];
      lastRow = before.split('\n').length - 1;
      return chunk.slice(before.length);
    },
    chunk({ data, errors, meta }, parser) {
      // The header row may end in a later chunk.
      if (meta.fields === undefined || meta.fields.length === 0) return;
      const firstOfChunk = lastRow + 1;
      if (headers.length === 0) {
        headerRow = firstOfChunk;
        lastRow = firstOfChunk;
      }
      headers = meta.fields;
      // The parser reports renamed headers with the first chunk only.
      if (meta.renamedHeaders) repeatedHeaders = [...new Set(Object.values(meta.renamedHeaders))];
      const firstOfData = lastRow + 1;
      for (const row of data) {
        lastRow += 1;
        if (isBlank(row)) continue;
        rows.push(columns === undefined ? row : only(row, columns));
        rowNumbers.push(lastRow);
      }
      const rowAt = (row: number) => data[row - firstOfData] ?? {};
      problem = problemOf(headers) ?? parseProblem(errors, { firstOfChunk, firstOfFile: headerRow + 1, rowAt }) ?? tooMany(rows.length, maxRows);
      if (problem !== undefined) parser.abort();
    },
    complete: () => {},
    error: () => {
      problem ??= 'Error reading file';
    },
  });
  for await (const piece of pieces) {
    chunks.push(piece);
    if (problem !== undefined) throw new Error(problem);
  }
  chunks.end();
  problem ??= problemOf(headers);
  if (problem !== undefined) throw new Error(problem);
  if (rows.length === 0) throw new Error('The file has no rows below its columns');
  return { name, headers, repeatedHeaders, rows, rowNumbers };
}

/** A stream that feeds the parser with text, chunk by chunk. */
export function createChunkStream() {
  const listeners = new Map<string, (text: string) => void>();
  const stream = {
    readable: true,
    read: () => null,
    on: (event: string, listener: (text: string) => void) => void listeners.set(event, listener),
    removeListener: (event: string) => void listeners.delete(event),
    pause: () => {},
    resume: () => {},
  };
  return {
    stream: stream as unknown as NodeJS.ReadableStream,
    push: (text: string) => listeners.get('data')?.(text),
    end: () => listeners.get('end')?.(''),
  };
}

function only(row: TableRow, columns: readonly string[]): TableRow {
  return Object.fromEntries(columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])));
}

export function guessSeparator(text: string): string {
  return Papa.parse(text, { preview: 20, skipEmptyLines: 'greedy' }).meta.delimiter;
}

/** A parsed row. Cells beyond the last column are in a list. */
type ParsedRow = TableRow & { readonly [EXTRA]?: unknown };
const EXTRA = '__parsed_extra';

function isBlank(row: ParsedRow): boolean {
  return Object.values<unknown>(row)
    .flat()
    .every((cell) => cell === '');
}

/** Whether a parser error matters: spreadsheets end rows with empty cells, and files with empty rows. */
function isRelevant(code: string, row: ParsedRow): boolean {
  return code === 'TooManyFields' ? ![row[EXTRA]].flat().every((cell) => cell === '') : !isBlank(row);
}

interface Numbering {
  /** The file's row at the start of the chunk; the header row in the first chunk. */
  readonly firstOfChunk: number;
  /** The file's row below the header row. */
  readonly firstOfFile: number;
  readonly rowAt: (row: number) => TableRow;
}

/**
 * A file with one column has no separator, which is not an error. The parser counts rows with a wrong quote from the start of
 * the chunk, and others from the start of the file's data.
 */
function parseProblem(errors: readonly Papa.ParseError[], { firstOfChunk, firstOfFile, rowAt }: Numbering): string | undefined {
  for (const { type, code, message, row } of errors) {
    if (code === 'UndetectableDelimiter') continue;
    if (row === undefined) return `Error parsing CSV: ${message}`;
    const fileRow = row + (type === 'Quotes' ? firstOfChunk : firstOfFile);
    if (type === 'Quotes' || isRelevant(code, rowAt(fileRow))) return `Error parsing CSV: ${message} (row ${fileRow})`;
  }
  return undefined;
}

function tooMany(count: number, maxRows: number): string | undefined {
  return count > maxRows ? `The file has more than ${maxRows.toLocaleString()} rows: please split it` : undefined;
}
