import { DOCUMENT_TYPES } from '@stowage/contract/document-types';
import type { FiledAs } from '@stowage/contract/endpoint';
import { INVOICE_FILE_COLUMNS, type InvoiceFileRow } from '@stowage/contract/vendor-invoices';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { PreparedFile } from '../../platform/http/filing.ts';

/** A file of more invoices is filed once, under none of them. */
const MAX_INVOICES = 50;
const TYPE = 'VENDOR_INVOICE';

interface FiledInvoice {
  readonly id: number;
  readonly number: string;
  readonly vendor: string;
}

/** The rows of a file of invoices, as the columns that were read of it. */
export async function* linesOf(rows: readonly InvoiceFileRow[]): AsyncIterable<string> {
  yield csvLine(INVOICE_FILE_COLUMNS.map(({ label }) => label));
  for (const row of rows) yield csvLine(INVOICE_FILE_COLUMNS.map(({ field }) => row[field]));
}

/** Files a file of invoices with each of them, in the transaction that enters them. */
export async function fileWithInvoices(
  tx: Database,
  file: PreparedFile,
  { fileName, invoices, actorId }: { fileName: string; invoices: readonly FiledInvoice[]; actorId: number },
): Promise<void> {
  const vendors = [...new Set(invoices.map(({ vendor }) => vendor))];
  const ways: FiledAs[] =
    invoices.length > MAX_INVOICES
      ? [{ type: TYPE, vendor: vendors.length === 1 ? (vendors[0] ?? null) : null }]
      : invoices.map(({ id, number, vendor }) => ({ type: TYPE, vendor, link: { kind: 'INVOICE', id: String(id), label: number } }));
  const name = `${fileName.replace(/\.(?:csv|txt)$/i, '')}.csv`;
  await file.add(tx, { name, mediaType: 'text/csv', area: DOCUMENT_TYPES[TYPE].area, actorId }, ways);
}
