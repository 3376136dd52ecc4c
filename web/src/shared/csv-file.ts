import Papa from 'papaparse';

export type CsvRow = Readonly<Record<string, string>>;

export interface CsvFile {
  readonly name: string;
  /** In their order; of two that are equal the second is renamed. */
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
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
  let headers: readonly string[] = [];
  let problem: string | undefined;
  const pieces = createPieces();
  Papa.parse<CsvRow>(pieces.stream, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => renameHeader(header.trim()),
    transform: (value) => /^="(.*)"$/.exec(value.trim())?.[1]?.trim() ?? value.trim(),
    // Spreadsheets may name the separator in a line of its own, before the columns.
    beforeFirstChunk: (chunk) => chunk.replace(/^\uFEFF?sep=.\r?\n/i, ''),
    chunk({ data, errors, meta }, parser) {
      // The columns' line may end in a later piece.
      if (meta.fields === undefined || meta.fields.length === 0) return;
      const isFirst = headers.length === 0;
      headers = meta.fields;
      problem = problemOf(headers) ?? parseProblem(errors, { rowsBefore: rows.length, isFirst }) ?? tooMany(rows.length + data.length, maxRows);
      if (problem !== undefined) parser.abort();
      else for (const row of data) rows.push(columns === undefined ? row : only(row, columns));
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
  return { name: file.name, headers, rows };
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

/**
 * A file of one column, or of none, has no separator: that is no error of its own. The parser counts rows with a wrong
 * quote from the beginning of what it was given, the columns' line included.
 */
function parseProblem(errors: readonly Papa.ParseError[], { rowsBefore, isFirst }: { rowsBefore: number; isFirst: boolean }): string | undefined {
  const error = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  if (error?.row === undefined) return error && `Error parsing CSV: ${error.message}`;
  const row = error.type === 'Quotes' ? rowsBefore + error.row + (isFirst ? 0 : 1) : error.row + 1;
  return `Error parsing CSV: ${error.message} (row ${row})`;
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
