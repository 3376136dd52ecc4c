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
  readonly maxRows: number;
}

/** Read at a time, so that the page answers in between. */
const CHUNK_BYTES = 512 * 1024;

/** Whether a file may be a table at all; what it holds decides. */
export function isCsvFile({ name, type }: File): boolean {
  return /\.(csv|txt)$/i.test(name) || type === 'text/csv';
}

/**
 * Reads a file's rows as trimmed text. Of `="0123"`, with which spreadsheets keep leading zeros, the text counts.
 * @throws Error in the specification's words
 */
export async function readCsvFile(file: File, { renameHeader = (header) => header, problemOf = () => undefined, maxRows }: CsvRules): Promise<CsvFile> {
  const encoding = await encodingOf(file);
  const rows: CsvRow[] = [];
  let headers: readonly string[] = [];
  await new Promise<void>((resolve, reject) => {
    Papa.parse<CsvRow>(file, {
      header: true,
      skipEmptyLines: 'greedy',
      encoding,
      chunkSize: CHUNK_BYTES,
      transformHeader: (header) => renameHeader(header.trim()),
      transform: (value) => /^="(.*)"$/.exec(value.trim())?.[1]?.trim() ?? value.trim(),
      // Spreadsheets may name the separator in a line of its own, before the columns.
      beforeFirstChunk: (chunk) => chunk.replace(/^\uFEFF?sep=.\r?\n/i, ''),
      chunk({ data, errors, meta }, parser) {
        headers = meta.fields ?? [];
        const problem = problemOf(headers) ?? parseProblem(errors) ?? tooMany(rows.length + data.length, maxRows);
        if (problem === undefined) for (const row of data) rows.push(row);
        else {
          // Before the abort, which completes.
          reject(new Error(problem));
          parser.abort();
        }
      },
      complete: () => resolve(),
      error: () => reject(new Error('Error reading file')),
    });
  });
  const problem = problemOf(headers);
  if (problem !== undefined) throw new Error(problem);
  if (rows.length === 0) throw new Error('The file has no rows below its columns');
  return { name: file.name, headers, rows };
}

/** A file of one column, or of none, has no separator: that is no error of its own. */
function parseProblem(errors: readonly Papa.ParseError[]): string | undefined {
  const error = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  return error && `Error parsing CSV: ${error.message}${error.row === undefined ? '' : ` (row ${error.row + 1})`}`;
}

function tooMany(count: number, maxRows: number): string | undefined {
  return count > maxRows ? `The file has more than ${maxRows.toLocaleString()} rows: please split it` : undefined;
}

/** UTF-8 where it is that, else what spreadsheets write on Windows. */
async function encodingOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('Error reading file');
  });
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
