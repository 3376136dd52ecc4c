import { PRICE_LIST_COLUMNS, PRICE_LIST_MAX_ROWS, type PriceListRow } from '@stowage/contract/price-lists/price-lists';
import { type ChooseSheet, readTableFile, type TableRow } from '../../shared/table-files/table-file.ts';

export interface PriceListFile {
  readonly name: string;
  readonly rows: readonly TableRow[];
}

const READ_COLUMNS = [...PRICE_LIST_COLUMNS, 'vendor'] as const satisfies (keyof PriceListRow)[];

/** Column names are matched without regard to case. */
const COLUMNS: ReadonlyMap<string, string> = new Map(READ_COLUMNS.map((column) => [column.toLowerCase(), column]));

/** Reads the known columns of a vendor's file. @throws Error with the specification's text, or the signal's reason */
export function readPriceListFile(file: File, chooseSheet: ChooseSheet, signal: AbortSignal): Promise<PriceListFile> {
  return readTableFile(file, {
    chooseSheet,
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
