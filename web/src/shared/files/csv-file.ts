import Papa from 'papaparse';

export type CsvRow = Readonly<Record<string, string>>;

export interface CsvFile {
  readonly name: string;
  /** In their order; of two that are equal the second is renamed. */
  readonly headers: readonly string[];
  /** What several columns are called. */
  readonly repeatedHeaders: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Where each of them stands in the file, as a spreadsheet numbers its rows: from 1, the columns' row and blank ones counted. */
  readonly rowNumbers: readonly number[];
}

interface CsvRules {
  readonly renameHeader?: (header: string) => string;
  /** What is wrong with a file that has these headers, if anything. */
  readonly problemOf?: (headers: readonly string[]) => string | undefined;
  /** The columns that are kept, by their renamed headers; all of them where it is left out. */
  readonly columns?: readonly string[];
  readonly maxRows: number;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** Read at a time, so that the page answers in between. */
const CHUNK_BYTES = 512 * 1024;

/** Blank lines, and one in which spreadsheets may name the separator. */
const BEFORE_COLUMNS = /^\uFEFF?(?:[ \t,;|]*\r?\n)*(?:sep=.\r?\n)?(?:[ \t,;|]*\r?\n)*/i;

/** So many bytes tell whether a file without a mark is UTF-16. */
const SAMPLE_BYTES = 4096;

/** Whether a file may be a table at all; what it holds decides. */
export function isCsvFile({ name, type }: File): boolean {
  return /\.(csv|txt)$/i.test(name) || type === 'text/csv';
}

/**
 * Reads a file's rows as trimmed text. Of `="0123"`, with which spreadsheets keep leading zeros, the text counts.
 * @throws Error in the specification's words, or the signal's reason
 */
export async function readCsvFile(file: File, rules: CsvRules): Promise<CsvFile> {
  const { renameHeader = (header) => header, problemOf = () => undefined, columns, maxRows, signal } = rules;
  const encoding = await encodingOf(file, signal);
  const rows: CsvRow[] = [];
  const rowNumbers: number[] = [];
  let headers: readonly string[] = [];
  let repeatedHeaders: readonly string[] = [];
  let problem: string | undefined;
  /** As `rowNumbers`. */
  let separator: string | undefined;
  let headerRow = 1;
  let lastRow = 0;
  const pieces = createPieces();
  Papa.parse<CsvRow>(pieces.stream, {
    header: true,
    transformHeader: (header) => renameHeader(header.trim()),
    transform: (value) => /^="(.*)"$/.exec(value.trim())?.[1]?.trim() ?? value.trim(),
    // Not left to the parser's own guess, which is misled by blank rows.
    delimiter: (text) => separator ?? guessSeparator(text),
    beforeFirstChunk(chunk) {
      const before = BEFORE_COLUMNS.exec(chunk)?.[0] ?? '';
      separator = /sep=(.)/i.exec(before)?.[1];
      lastRow = before.split('\n').length - 1;
      return chunk.slice(before.length);
    },
    chunk({ data, errors, meta }, parser) {
      // The columns' line may end in a later piece.
      if (meta.fields === undefined || meta.fields.length === 0) return;
      const firstOfPiece = lastRow + 1;
      if (headers.length === 0) {
        headerRow = firstOfPiece;
        lastRow = firstOfPiece;
      }
      headers = meta.fields;
      // Told with the first piece alone, which holds the columns.
      if (meta.renamedHeaders) repeatedHeaders = [...new Set(Object.values(meta.renamedHeaders))];
      const firstOfData = lastRow + 1;
      for (const row of data) {
        lastRow += 1;
        if (isBlank(row)) continue;
        rows.push(columns === undefined ? row : only(row, columns));
        rowNumbers.push(lastRow);
      }
      const rowAt = (row: number) => data[row - firstOfData] ?? {};
      problem = problemOf(headers) ?? parseProblem(errors, { firstOfPiece, firstOfFile: headerRow + 1, rowAt }) ?? tooMany(rows.length, maxRows);
      if (problem !== undefined) parser.abort();
    },
    complete: () => {},
    error: () => {
      problem ??= 'Error reading file';
    },
  });
  // One decoder for all pieces: a character may lie across two of them.
  const decoder = new TextDecoder(encoding);
  for await (const bytes of chunksOf(file, signal)) {
    pieces.push(decoder.decode(bytes, { stream: true }));
    if (problem !== undefined) throw new Error(problem);
  }
  pieces.push(decoder.decode());
  pieces.end();
  problem ??= problemOf(headers);
  if (problem !== undefined) throw new Error(problem);
  if (rows.length === 0) throw new Error('The file has no rows below its columns');
  return { name: file.name, headers, repeatedHeaders, rows, rowNumbers };
}

/** What the parser reads a stream by, so that it is given text, and at our pace. */
function createPieces() {
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

function only(row: CsvRow, columns: readonly string[]): CsvRow {
  return Object.fromEntries(columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])));
}

function guessSeparator(text: string): string {
  return Papa.parse(text, { preview: 20, skipEmptyLines: 'greedy' }).meta.delimiter;
}

/** What the parser made of a row: cells beyond the columns stand in a list of their own. */
type ParsedRow = CsvRow & { readonly [EXTRA]?: unknown };
const EXTRA = '__parsed_extra';

function isBlank(row: ParsedRow): boolean {
  return Object.values<unknown>(row)
    .flat()
    .every((cell) => cell === '');
}

/** Spreadsheets end rows with empty cells, and files with empty rows. */
function isMeant(code: string, row: ParsedRow): boolean {
  return code === 'TooManyFields' ? ![row[EXTRA]].flat().every((cell) => cell === '') : !isBlank(row);
}

interface Numbering {
  /** The file's row with which the piece begins: the columns' one in the first. */
  readonly firstOfPiece: number;
  /** The file's row below its columns. */
  readonly firstOfFile: number;
  readonly rowAt: (row: number) => CsvRow;
}

/**
 * A file of one column, or of none, has no separator: that is no error of its own. The parser counts rows with a wrong quote from the beginning of the piece, others from the beginning of the file's data.
 */
function parseProblem(errors: readonly Papa.ParseError[], { firstOfPiece, firstOfFile, rowAt }: Numbering): string | undefined {
  for (const { type, code, message, row } of errors) {
    if (code === 'UndetectableDelimiter') continue;
    if (row === undefined) return `Error parsing CSV: ${message}`;
    const fileRow = row + (type === 'Quotes' ? firstOfPiece : firstOfFile);
    if (type === 'Quotes' || isMeant(code, rowAt(fileRow))) return `Error parsing CSV: ${message} (row ${fileRow})`;
  }
  return undefined;
}

function tooMany(count: number, maxRows: number): string | undefined {
  return count > maxRows ? `The file has more than ${maxRows.toLocaleString()} rows: please split it` : undefined;
}

/** UTF-8 where it is that, or UTF-16, else what spreadsheets write on Windows. */
async function encodingOf(file: File, signal: AbortSignal | undefined): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of chunksOf(file, signal)) {
    const utf16 = isFirst ? utf16Of(bytes) : undefined;
    if (utf16 !== undefined) return utf16;
    isFirst = false;
    if (!canDecode(() => utf8.decode(bytes, { stream: true }))) return 'windows-1252';
  }
  return canDecode(() => utf8.decode()) ? 'utf-8' : 'windows-1252';
}

function canDecode(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** By its mark, else by the zeros that it has beside every plain letter and no other text has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even === odd) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

async function* chunksOf(file: File, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  for (let from = 0; from < file.size; from += CHUNK_BYTES) {
    const bytes = await file
      .slice(from, from + CHUNK_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new Error('Error reading file');
      });
    signal?.throwIfAborted();
    yield new Uint8Array(bytes);
  }
}
