import { PRICE_LIST_COLUMNS, PRICE_LIST_MAX_ROWS, type PriceListRow } from '@stowage/contract/price-lists/price-lists';
import { type CsvRow, readCsvFile } from '../../shared/files/csv-file.ts';

export interface PriceListFile {
  readonly name: string;
  readonly rows: readonly CsvRow[];
}

const READ_COLUMNS = [...PRICE_LIST_COLUMNS, 'vendor'] as const satisfies (keyof PriceListRow)[];

/** Any letter case of a column's name is that column. */
const COLUMNS: ReadonlyMap<string, string> = new Map(READ_COLUMNS.map((column) => [column.toLowerCase(), column]));

/** Vendors' files have many columns more; ours are kept. @throws Error in the specification's words, or the signal's reason */
export function readPriceListFile(file: File, signal: AbortSignal): Promise<PriceListFile> {
  return readCsvFile(file, {
    renameHeader: (header) => COLUMNS.get(header.toLowerCase()) ?? header,
    problemOf: missingColumns,
    columns: READ_COLUMNS,
    maxRows: PRICE_LIST_MAX_ROWS,
    signal,
  });
}

function missingColumns(headers: readonly string[]): string | undefined {
  const missing = PRICE_LIST_COLUMNS.filter((column) => !headers.includes(column));
  return missing.length > 0 ? `Missing required columns: ${missing.join(', ')}` : undefined;
}
