import { PRICE_LIST_COLUMNS, PRICE_LIST_MAX_ROWS, type PriceListRow } from '@stowage/contract/price-lists';
import { readCsvFile } from '../../shared/csv-file.ts';

export interface PriceListFile {
  readonly name: string;
  readonly rows: readonly PriceListRow[];
}

/** Any letter case of a column's name is that column. */
const COLUMNS: ReadonlyMap<string, string> = new Map([...PRICE_LIST_COLUMNS, 'vendor'].map((column) => [column.toLowerCase(), column]));

/** @throws Error in the specification's words */
export function readPriceListFile(file: File): Promise<PriceListFile> {
  return readCsvFile(file, { renameHeader: (header) => COLUMNS.get(header.toLowerCase()) ?? header, problemOf: missingColumns, maxRows: PRICE_LIST_MAX_ROWS });
}

function missingColumns(headers: readonly string[]): string | undefined {
  const missing = PRICE_LIST_COLUMNS.filter((column) => !headers.includes(column));
  return missing.length > 0 ? `Missing required columns: ${missing.join(', ')}` : undefined;
}
