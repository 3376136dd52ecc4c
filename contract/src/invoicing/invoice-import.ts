import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import type { FileColumn } from '../formats/file-cells.ts';
import { money } from '../formats/money.ts';
import { numberText } from '../formats/text/number-text.ts';

/** The rows of all invoices in a file. */
export const INVOICE_FILE_MAX_ROWS = 20_000;

/** One row per invoice line; rows with the same vendor and number are one invoice. */
export const INVOICE_FILE_COLUMNS = [
  { field: 'number', label: 'Invoice Number', aliases: ['Invoice', 'Invoice No', 'Invoice #'] },
  { field: 'po_number', label: 'PO Number', aliases: ['PO', 'Purchase Order'] },
  { field: 'supplier_sku', label: 'Supplier SKU', aliases: ['SKU', 'Item', 'Item Number'] },
  { field: 'quantity', label: 'Qty', isCount: true, aliases: ['Quantity', 'Qty Billed', 'Billed Qty'] },
  { field: 'unit_cost', label: 'Unit Cost', aliases: ['Cost', 'Price', 'Unit Price'] },
  { field: 'invoiced_on', label: 'Invoice Date', aliases: ['Date'] },
  { field: 'due_on', label: 'Due Date', aliases: ['Due'] },
  { field: 'freight', label: 'Freight', aliases: ['Shipping'] },
  { field: 'tax', label: 'Tax', aliases: ['Sales Tax'] },
  { field: 'discount', label: 'Discount', aliases: ['Invoice Discount'] },
  { field: 'total', label: 'Total', aliases: ['Invoice Total'] },
  { field: 'currency', label: 'Currency', aliases: ['Currency Code'] },
  { field: 'vendor', label: 'Vendor', aliases: ['Vendor Name', 'Supplier'] },
] as const satisfies readonly FileColumn<string>[];
export type InvoiceFileField = (typeof INVOICE_FILE_COLUMNS)[number]['field'];

const cell = z.string().max(500).default('');
const invoiceFileRow = z.object({
  number: cell,
  po_number: cell,
  supplier_sku: cell,
  quantity: cell,
  unit_cost: cell,
  invoiced_on: cell,
  due_on: cell,
  freight: cell,
  tax: cell,
  discount: cell,
  total: cell,
  /** Currency and vendor are optional; if given, they must be dollars and the order's vendor. */
  currency: cell,
  vendor: cell,
});
export type InvoiceFileRow = z.infer<typeof invoiceFileRow>;
const TOO_MANY_ROWS = `A file has at most ${numberText(INVOICE_FILE_MAX_ROWS)} rows. Split it into several files, with each invoice in one of them.`;
const invoiceFile = z.object({ rows: z.array(invoiceFileRow).min(1, 'The file has no rows').max(INVOICE_FILE_MAX_ROWS, TOO_MANY_ROWS) });
const INVOICE_FILE_MAX_BYTES = 16 * 1024 * 1024;

const checkedRow = z.object({
  /** The number of the row, starting at 1. */
  row: z.number(),
  number: z.string(),
  po_number: z.string(),
  supplier_sku: z.string(),
  product_name: z.string().nullable(),
  quantity: z.number().nullable(),
  unit_cost: z.string().nullable(),
  amount: money.nullable(),
  problems: z.array(z.string()),
});
export type CheckedInvoiceRow = z.infer<typeof checkedRow>;

const readInvoice = z.object({
  /** The number of the invoice's first row. */
  row: z.number(),
  number: z.string(),
  vendor: z.string(),
  invoiced_on: z.string(),
  due_on: z.string().nullable(),
  lines: z.number(),
  freight: money,
  tax: money,
  discount: money,
  total: money,
  warning: z.string().nullable(),
});

export const checkInvoiceFile = endpoint('POST /api/vendor-invoices/file/check', {
  summary: `Preview the import of an invoice file, with the errors of each row. At most ${numberText(INVOICE_FILE_MAX_ROWS)} rows`,
  body: invoiceFile,
  maxBodyBytes: INVOICE_FILE_MAX_BYTES,
  response: z.object({ rows: z.array(checkedRow), invoices: z.array(readInvoice) }),
});
export type CheckedInvoiceFile = z.infer<(typeof checkInvoiceFile)['response']>;

export const importInvoiceFile = endpoint('POST /api/vendor-invoices/file', {
  summary: `Enter the invoices of a file, all of them or none. At most ${numberText(INVOICE_FILE_MAX_ROWS)} rows`,
  body: invoiceFile.extend({
    /** The name of the document that is attached to the invoices. */
    file_name: z.string().trim().min(1).max(255).optional(),
  }),
  maxBodyBytes: INVOICE_FILE_MAX_BYTES,
  response: z.object({ ids: z.array(z.number()) }),
  reasons: ['bad_rows'],
});
