import { findColumns } from '@stowage/contract/formats/file-cells';
import { PACKING_LIST_COLUMNS, PACKING_LIST_FILE_MAX_ROWS, type PackingListFileRow } from '@stowage/contract/purchasing/packing-list-import';
import { isTableFile, NOT_A_TABLE } from '../../../shared/table-files/file-kind.ts';
import { type ChooseSheet, readTableFile } from '../../../shared/table-files/table-file.ts';

/** A longer cell is neither a number nor a SKU; the server rejects the truncated text. */
const CELL_MAX_LENGTH = 500;

/** @throws Error with a message for the user when a column is missing */
export async function readListFile(file: File, chooseSheet: ChooseSheet): Promise<PackingListFileRow[]> {
  if (!isTableFile(file)) throw new Error(NOT_A_TABLE);
  const { headers, rows } = await readTableFile(file, { chooseSheet, maxRows: PACKING_LIST_FILE_MAX_ROWS });
  const { supplier_sku, gtin, quantity } = findColumns(PACKING_LIST_COLUMNS, headers);
  if (supplier_sku === undefined && gtin === undefined) throw new Error('Missing columns: Supplier SKU or GTIN');
  if (quantity === undefined) throw new Error('Missing columns: Packing List Qty');
  return rows.map((row) => {
    const cell = (header: string | undefined) => (header === undefined ? '' : (row[header] ?? '').slice(0, CELL_MAX_LENGTH));
    return { supplier_sku: cell(supplier_sku), gtin: cell(gtin), quantity: cell(quantity) };
  });
}
