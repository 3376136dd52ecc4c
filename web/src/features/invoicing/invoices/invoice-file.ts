import { findColumns } from '@stowage/contract/formats/file-cells';
import { INVOICE_FILE_COLUMNS, INVOICE_FILE_MAX_ROWS, type InvoiceFileRow } from '@stowage/contract/invoicing/invoice-import';
import { isCsvFile, readCsvFile } from '../../../shared/files/csv-file.ts';

/** Longer cells are no number and no code; the server says so of what is left of them. */
const CELL_MAX_LENGTH = 500;
const NEEDED = ['number', 'po_number', 'supplier_sku', 'quantity', 'unit_cost', 'invoiced_on'] as const;

export interface InvoiceFile {
  readonly name: string;
  readonly rows: readonly InvoiceFileRow[];
  /** As a spreadsheet numbers them. */
  readonly rowNumbers: readonly number[];
  /** Of each the first is read. */
  readonly repeatedHeaders: readonly string[];
}

/** @throws Error in words, when it is no file of invoices */
export async function readInvoiceFile(file: File): Promise<InvoiceFile> {
  if (!isCsvFile(file)) throw new Error('Only .csv and .txt files are read');
  const { headers, repeatedHeaders, rows, rowNumbers } = await readCsvFile(file, { maxRows: INVOICE_FILE_MAX_ROWS });
  const found = findColumns(INVOICE_FILE_COLUMNS, headers);
  const missing = INVOICE_FILE_COLUMNS.filter(({ field }) => NEEDED.some((one) => one === field) && found[field] === undefined);
  if (missing.length > 0) throw new Error(`Missing columns: ${missing.map(({ label }) => label).join(', ')}`);
  const read = rows.map((row) => {
    const cell = (header: string | undefined) => (header === undefined ? '' : (row[header] ?? '').slice(0, CELL_MAX_LENGTH));
    return Object.fromEntries(INVOICE_FILE_COLUMNS.map(({ field }) => [field, cell(found[field])])) as InvoiceFileRow;
  });
  return { name: file.name, rows: read, rowNumbers, repeatedHeaders };
}
