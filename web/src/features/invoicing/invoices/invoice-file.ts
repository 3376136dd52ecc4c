import { findColumns } from '@stowage/contract/formats/file-cells';
import { INVOICE_FILE_COLUMNS, INVOICE_FILE_MAX_ROWS, type InvoiceFileRow } from '@stowage/contract/invoicing/invoice-import';
import { isTableFile, NOT_A_TABLE } from '../../../shared/table-files/file-kind.ts';
import { type ChooseSheet, readTableFile } from '../../../shared/table-files/table-file.ts';

/** A longer cell is neither a number nor a code; the server rejects the truncated text. */
const CELL_MAX_LENGTH = 500;
const REQUIRED = ['number', 'po_number', 'supplier_sku', 'quantity', 'unit_cost', 'invoiced_on'] as const;

export interface InvoiceFile {
  readonly name: string;
  readonly rows: readonly InvoiceFileRow[];
  /** The row numbers as in a spreadsheet. */
  readonly rowNumbers: readonly number[];
  /** Headers that occur more than once; the first column of each is read. */
  readonly repeatedHeaders: readonly string[];
}

/** @throws Error with a message for the user when a column is missing */
export async function readInvoiceFile(file: File, chooseSheet: ChooseSheet): Promise<InvoiceFile> {
  if (!isTableFile(file)) throw new Error(NOT_A_TABLE);
  const { headers, repeatedHeaders, rows, rowNumbers } = await readTableFile(file, { chooseSheet, maxRows: INVOICE_FILE_MAX_ROWS });
  const found = findColumns(INVOICE_FILE_COLUMNS, headers);
  const missing = INVOICE_FILE_COLUMNS.filter(({ field }) => REQUIRED.some((one) => one === field) && found[field] === undefined);
  if (missing.length > 0) throw new Error(`Missing columns: ${missing.map(({ label }) => label).join(', ')}`);
  const read = rows.map((row) => {
    const cell = (header: string | undefined) => (header === undefined ? '' : (row[header] ?? '').slice(0, CELL_MAX_LENGTH));
    return Object.fromEntries(INVOICE_FILE_COLUMNS.map(({ field }) => [field, cell(found[field])])) as InvoiceFileRow;
  });
  return { name: file.name, rows: read, rowNumbers, repeatedHeaders };
}
