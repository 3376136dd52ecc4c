import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { codeText } from '../formats/file-cells.ts';
import { recordParams } from '../formats/ids.ts';
import { money } from '../formats/money.ts';
import { utcText } from '../formats/utc-text.ts';
import { moneyFilter, moneyList } from './purchase-money.ts';

/** DRAFT → MATCHED | EXCEPTION → APPROVED → PAID; VOID. */
export const INVOICE_STATES = ['DRAFT', 'MATCHED', 'EXCEPTION', 'APPROVED', 'PAID', 'VOID'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

const SHOULD_BE_PAID = ['YES', 'NO', 'EXCEPTION'] as const;
export type ShouldBePaid = (typeof SHOULD_BE_PAID)[number];

/** The reasons why an invoice is an exception. */
export const INVOICE_ISSUES = ['NOT_RECEIVED', 'QUANTITY', 'PRICE', 'FREIGHT', 'TAX', 'DUPLICATE'] as const;
export type InvoiceIssue = (typeof INVOICE_ISSUES)[number];

export const INVOICE_MAX_LINES = 2_000;

export const invoiceNumber = z.string().max(500).overwrite(codeText).min(1, 'Invoice number is missing').max(64);

/** Totals leave out these states, unless the filter names one of them. */
export const UNCOUNTED_INVOICES = ['DRAFT', 'VOID'] as const satisfies readonly InvoiceState[];

const invoiceAmounts = z.object({
  goods: money,
  freight: money,
  tax: money,
  /** The total is goods, freight and tax less the discount. */
  discount: money,
  total: money,
});
export type InvoiceAmounts = z.infer<typeof invoiceAmounts>;

const invoiceRow = invoiceAmounts.extend({
  id: z.number(),
  number: z.string(),
  vendor: z.string(),
  po_numbers: z.array(z.string()),
  invoiced_on: z.string(),
  due_on: z.string().nullable(),
  paid_on: z.string().nullable(),
  state: z.enum(INVOICE_STATES),
  /** null for drafts and void invoices. */
  should_be_paid: z.enum(SHOULD_BE_PAID).nullable(),
  issues: z.array(z.enum(INVOICE_ISSUES)),
  /** The wrongly billed amount that no credit covers. */
  difference: money,
  /** The applied credits. */
  credited: money,
  /** The paid money; null before the payment. */
  amount_paid: money.nullable(),
  /** The total less payments and credits; 0 for a void invoice. */
  to_pay: money,
  /** The amount that the vendor still refunds: credits that were applied after the payment. */
  refund_due: money,
  has_file: z.boolean(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const invoiceFilter = moneyFilter.extend({
  status: z.enum(INVOICE_STATES).optional(),
  /** Only invoices that need a decision. */
  exceptions: z.stringbool().default(false),
});

export const INVOICE_SORTS = [
  'invoiced_on',
  'number',
  'vendor',
  'due_on',
  'paid_on',
  'goods',
  'freight',
  'tax',
  'total',
  'state',
  /** Only with `exceptions`; without it, the same order as `invoiced_on`. */
  'difference',
] as const satisfies (keyof InvoiceRow)[];

export const { page: invoicePage, csv: exportInvoices } = moneyList({
  path: '/api/vendor-invoices',
  what: 'vendor invoices',
  filter: invoiceFilter,
  row: invoiceRow,
  totals: invoiceAmounts,
  sorts: INVOICE_SORTS,
  extra: {},
});

const invoiceLine = z.object({
  line_number: z.number(),
  purchase_order_id: z.number(),
  po_number: z.string(),
  purchase_order_line_id: z.number(),
  supplier_sku: z.string(),
  product_name: z.string(),
  quantity: z.number(),
  unit_cost: z.string(),
  amount: money,
  po_cost: z.string().nullable(),
  ordered: z.number(),
  usable: z.number(),
  damaged: z.number(),
  /** The units that all invoices bill of the order's line. */
  billed: z.number(),
  /** The billed units that are not usable stock. */
  over_quantity: z.number(),
  has_price_difference: z.boolean(),
  difference: money,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

const invoiceDetail = invoiceRow.extend({
  /** Increases with every edit; the commands name the version that the person saw. */
  version: z.number(),
  notes: z.string().nullable(),
  currency: z.literal('USD'),
  corrects: z.object({ id: z.number(), number: z.string() }).nullable(),
  corrected_by: z.array(z.object({ id: z.number(), number: z.string() })),
  created_by: z.string(),
  created_at: utcText,
  approved_by: z.string().nullable(),
  approved_at: utcText.nullable(),
  approval_reason: z.string().nullable(),
  void_reason: z.string().nullable(),
  /** Oldest first. `pages` is null when the PDF hides its page count. A held file is evidence of an approval, payment or voiding and is never replaced. */
  files: z.array(z.object({ name: z.string(), bytes: z.number(), pages: z.number().nullable(), sha256: z.string(), is_held: z.boolean() })),
  lines: z.array(invoiceLine),
  /** Oldest first. */
  payments: z.array(z.object({ id: z.number(), amount: money, paid_on: z.string(), paid_by: z.string() })),
  credits: z.array(z.object({ id: z.number(), type: z.string(), memo: z.string().nullable(), amount: money })),
  /** Other invoices of the vendor with a similar number. */
  resembles: z.array(z.object({ id: z.number(), number: z.string() })),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const getInvoice = endpoint('GET /api/vendor-invoices/:id', {
  summary: 'A vendor invoice with its lines, matched with ordered and received units',
  params: recordParams,
  response: invoiceDetail,
});

export const checkInvoiceNumber = endpoint('GET /api/vendor-invoices/number', {
  summary: 'Invoices of a vendor with this number or a similar one',
  query: z.object({ vendor: z.string().trim().min(1).max(200), number: invoiceNumber }),
  response: z.array(z.object({ id: z.number(), number: z.string(), is_same: z.boolean(), total: money, state: z.enum(INVOICE_STATES) })),
});
