import { PRICE_LIST_COLUMNS, PRICE_LIST_MAX_ROWS, type PriceListRow } from '@stowage/contract/price-lists';
import Papa from 'papaparse';

export interface PriceListFile {
  readonly name: string;
  readonly rows: readonly PriceListRow[];
}

/** Read at a time, so that the page answers in between. */
const CHUNK_BYTES = 512 * 1024;

/** Any letter case of a column's name is that column. */
const COLUMNS: ReadonlyMap<string, string> = new Map([...PRICE_LIST_COLUMNS, 'vendor'].map((column) => [column.toLowerCase(), column]));

/** Whether a file may be a price list at all; what it holds decides. */
export function isPriceListFile({ name, type }: File): boolean {
  return /\.(csv|txt)$/i.test(name) || type === 'text/csv';
}

/**
 * Reads a file's rows as trimmed text. Of `="0123"`, with which spreadsheets keep leading zeros, the text counts.
 * @throws Error in the specification's words
 */
export async function readPriceListFile(file: File): Promise<PriceListFile> {
  const encoding = await encodingOf(file);
  const rows: PriceListRow[] = [];
  let hasColumns = false;
  await new Promise<void>((resolve, reject) => {
    Papa.parse<Record<string, string>>(file, {
      header: true,
      skipEmptyLines: 'greedy',
      encoding,
      chunkSize: CHUNK_BYTES,
      transformHeader: (header) => COLUMNS.get(header.trim().toLowerCase()) ?? header.trim(),
      transform: (value) => /^="(.*)"$/.exec(value.trim())?.[1]?.trim() ?? value.trim(),
      // Spreadsheets may name the separator in a line of its own, before the columns.
      beforeFirstChunk: (chunk) => chunk.replace(/^\uFEFF?sep=.\r?\n/i, ''),
      chunk({ data, errors, meta }, parser) {
        hasColumns = true;
        const problem = problemOf(errors[0], meta.fields ?? [], rows.length + data.length);
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
  const problem = hasColumns ? undefined : problemOf(undefined, [], 0);
  if (problem !== undefined) throw new Error(problem);
  if (rows.length === 0) throw new Error('The file has no rows below its columns');
  return { name: file.name, rows };
}

function problemOf(error: Papa.ParseError | undefined, fields: readonly string[], count: number): string | undefined {
  const missing = PRICE_LIST_COLUMNS.filter((column) => !fields.includes(column));
  if (missing.length > 0) return `Missing required columns: ${missing.join(', ')}`;
  if (error !== undefined) return `Error parsing CSV: ${error.message}${error.row === undefined ? '' : ` (row ${error.row + 1})`}`;
  if (count > PRICE_LIST_MAX_ROWS) return `The file has more than ${PRICE_LIST_MAX_ROWS.toLocaleString()} rows: please split it`;
  return undefined;
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
