import { withoutTextMarks } from '@stowage/contract/formats/formula-cells';
import { INVOICE_FILE_COLUMNS, type InvoiceFileRow } from '@stowage/contract/invoicing/invoice-import';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvName, csvOf } from '../../../platform/formats/csv.ts';
import { addRows, type PreparedFile } from '../../documents/index.ts';

interface FiledInvoice {
  readonly id: number;
  readonly number: string;
  readonly vendor: string;
}

/** The rows of an invoice file, in the columns that were read. */
export const invoiceFileCsv = (rows: readonly InvoiceFileRow[]) => csvOf(TABLE, [rows]);

const TABLE = {
  head: csvLine(INVOICE_FILE_COLUMNS.map(({ label }) => label)),
  line: (row: InvoiceFileRow) => csvLine(INVOICE_FILE_COLUMNS.map(({ field }) => withoutTextMarks(row[field]))),
};

/** Files an invoice file with each of its invoices, in the transaction that enters them. */
export async function fileWithInvoices(
  tx: Database,
  file: PreparedFile,
  { fileName, invoices, actorId }: { fileName: string; invoices: readonly FiledInvoice[]; actorId: number },
): Promise<void> {
  const records = invoices.map(({ id, number: label, vendor }) => ({ id, label, vendor }));
  const vendors = [...new Set(invoices.map(({ vendor }) => vendor))];
  const name = csvName(fileName);
  await addRows(tx, file, { type: 'VENDOR_INVOICE', kind: 'INVOICE', name, records, vendors, actorId });
}
