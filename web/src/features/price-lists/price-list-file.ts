import { PRICE_LIST_FIELDS, PRICE_LIST_MAX_ROWS, type PriceListField } from '@stowage/contract/price-lists/price-lists';
import { columnsOf, type FileColumns, missingColumns } from '../../shared/table-files/file-columns.ts';
import { type ChooseSheet, readTableFile, type TableFile, type TableRow } from '../../shared/table-files/table-file.ts';

export type PriceListColumns = FileColumns<PriceListField>;

export interface PriceListFile {
  readonly table: TableFile;
  /** The header of each column of a price list. */
  readonly columns: PriceListColumns;
}

/** Reads a vendor's file and finds its columns. @throws Error with the specification's text, or the signal's reason */
export async function readPriceListFile(file: File, chooseSheet: ChooseSheet, signal: AbortSignal): Promise<PriceListFile> {
  const table = await readTableFile(file, { chooseSheet, fields: PRICE_LIST_FIELDS, maxRows: PRICE_LIST_MAX_ROWS, noColumns: missingText({}), signal });
  return { table, columns: await columnsOf('price-lists', PRICE_LIST_FIELDS, table.headers) };
}

/** The message for a file without a required column; undefined for a complete one. */
export function problemOf({ columns }: PriceListFile): string | undefined {
  return missingColumns(PRICE_LIST_FIELDS, columns).length > 0 ? missingText(columns) : undefined;
}

function missingText(columns: PriceListColumns): string {
  return `Missing required columns: ${missingColumns(PRICE_LIST_FIELDS, columns).join(', ')}`;
}

/** A row keyed by the columns of a price list; the vendor's other columns are left out. */
export function priceListRow(row: TableRow, columns: PriceListColumns): TableRow {
  return Object.fromEntries(PRICE_LIST_FIELDS.flatMap(({ field }) => (columns[field] === undefined ? [] : [[field, row[columns[field]] ?? '']])));
}
