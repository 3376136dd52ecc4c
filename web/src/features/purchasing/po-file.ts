import { PO_MAX_ROWS, PO_PROBLEMS_TOLD, type PoField, type PoFileRow, type PoProblem, readPoRow } from '@stowage/contract/purchase-order-files';
import { type CsvFile, type CsvRow, readCsvFile } from '../../shared/csv-file.ts';

export type PoColumns = Partial<Record<PoField, string>>;

export function readPoFile(file: File): Promise<CsvFile> {
  return readCsvFile(file, { maxRows: PO_MAX_ROWS });
}

/** Every header of some files, in their order. */
export function headersOf(files: readonly CsvFile[]): string[] {
  return [...new Set(files.flatMap(({ headers }) => headers))];
}

/** A row under the names of the columns that it was mapped to. */
export function toPoRow(row: CsvRow, columns: PoColumns): PoFileRow {
  return Object.fromEntries(Object.entries(columns).map(([field, header]) => [field, (header !== undefined && row[header]) || null]));
}

export interface Checked {
  readonly rowCount: number;
  /** Of these, how many have errors. */
  readonly badCount: number;
  /** The first of them: the row's number among all files' rows, and what is wrong. */
  readonly problems: readonly (PoProblem & { readonly row: number })[];
}

/** Rows read at a time, so that the page answers in between. */
const SLICE_ROWS = 2_000;

/** Reads every row as the server will, and collects what is wrong. @returns undefined when it was called off */
export async function checkRows(files: readonly CsvFile[], columns: PoColumns, isWanted: () => boolean): Promise<Checked | undefined> {
  const problems: (PoProblem & { row: number })[] = [];
  let rowCount = 0;
  let badCount = 0;
  for (const { rows } of files) {
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      for (const row of rows.slice(from, from + SLICE_ROWS)) {
        rowCount += 1;
        const { errors } = readPoRow(toPoRow(row, columns));
        if (errors.length > 0) badCount += 1;
        if (problems.length < PO_PROBLEMS_TOLD) problems.push(...errors.map((error) => ({ ...error, row: rowCount })));
      }
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return undefined;
    }
  }
  return { rowCount, badCount, problems };
}
