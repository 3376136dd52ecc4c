import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { DAY_OUT_OF_RANGE, day, isSupportedDay, NO_SUCH_DAY } from '../formats/day.ts';
import { codeText, type FileColumn } from '../formats/file-cells.ts';
import { AMOUNT_TOO_LARGE, enteredMoney, enteredUnitCost, isAmount, isLineAmount, lineCents, money } from '../formats/money.ts';
import { utcText } from '../formats/record.ts';
import { moneyFilter, moneyList } from './purchase-money.ts';

/** DRAFT → MATCHED | EXCEPTION → APPROVED → PAID; VOID. */
export const INVOICE_STATES = ['DRAFT', 'MATCHED', 'EXCEPTION', 'APPROVED', 'PAID', 'VOID'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const SHOULD_BE_PAID = ['YES', 'NO', 'EXCEPTION'] as const;
export type ShouldBePaid = (typeof SHOULD_BE_PAID)[number];

/** Why an invoice is an exception. */
export const INVOICE_ISSUES = ['NOT_RECEIVED', 'QUANTITY', 'PRICE', 'FREIGHT', 'TAX', 'DUPLICATE'] as const;
export type InvoiceIssue = (typeof INVOICE_ISSUES)[number];

export const INVOICE_MAX_LINES = 2_000;
/** Of all invoices of a file together. */
export const INVOICE_FILE_MAX_ROWS = 20_000;
export const INVOICE_MAX_FILES = 10;
export const INVOICE_PDF_MAX_BYTES = 20 * 1024 * 1024;

const byId = z.object({ id: z.coerce.number<number | string>().int().positive() });
const invoiceNumber = z.string().max(500).overwrite(codeText).min(1, 'Invoice number is missing').max(64);

/** Their money is in no total, unless just they are asked for. */
export const UNCOUNTED_INVOICES = ['DRAFT', 'VOID'] as const satisfies readonly InvoiceState[];

const invoiceAmounts = z.object({
  goods: money,
  freight: money,
  tax: money,
  /** Taken off it as a whole: its total is goods, freight and tax less that. */
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
  /** null of a draft, and of what is void. */
  should_be_paid: z.enum(SHOULD_BE_PAID).nullable(),
  issues: z.array(z.enum(INVOICE_ISSUES)),
  /** What is billed wrongly and not settled by a credit yet. */
  difference: money,
  /** Credits that were applied to it. */
  credited: money,
  /** What was paid of it in money, once it is. */
  amount_paid: money.nullable(),
  /** Its total less what was paid and credited; nothing of what is void. */
  to_pay: money,
  /** What the vendor pays back of it: credits that were applied when it was paid, and have not come as money yet. */
  refund_due: money,
  has_file: z.boolean(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const invoiceFilter = moneyFilter.extend({
  status: z.enum(INVOICE_STATES).optional(),
  /** Only those that somebody has to look at. */
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
  /** Of exceptions alone: elsewhere it sorts as the day does. */
  'difference',
] as const satisfies (keyof InvoiceRow)[];

export const { page: invoicePage, csv: exportInvoices } = moneyList({
  path: '/api/vendor-invoices',
  what: 'vendor invoices',
  filter: invoiceFilter,
  row: invoiceRow,
  totals: invoiceAmounts,
  sorts: INVOICE_SORTS,
  beside: {},
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
  /** Over all invoices of the order's line. */
  billed: z.number(),
  /** Of this invoice's quantity, what is not usably here. */
  over_quantity: z.number(),
  has_price_difference: z.boolean(),
  difference: money,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

const invoiceDetail = invoiceRow.extend({
  /** Grows with every edit: whoever edits, approves, pays or voids says which one was seen. */
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
  /**
   * Oldest first. Pages are null where they are not told in the clear; what the invoice was approved, paid or voided with is
   * held: it is never replaced.
   */
  files: z.array(z.object({ name: z.string(), bytes: z.number(), pages: z.number().nullable(), sha256: z.string(), is_held: z.boolean() })),
  lines: z.array(invoiceLine),
  /** Oldest first; nothing before it is paid. */
  payments: z.array(z.object({ id: z.number(), amount: money, paid_on: z.string(), paid_by: z.string() })),
  credits: z.array(z.object({ id: z.number(), type: z.string(), memo: z.string().nullable(), amount: money })),
  /** Other invoices whose numbers a person may take for this one's. */
  resembles: z.array(z.object({ id: z.number(), number: z.string() })),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/vendor-invoices/:id',
  summary: 'A vendor invoice with its lines, matched with what was ordered and what came',
  params: byId,
  response: invoiceDetail,
});

const enteredLine = z.object({
  purchase_order_line_id: z.int().positive(),
  quantity: z.int('must be a whole number').min(-1_000_000).max(1_000_000),
  unit_cost: enteredUnitCost,
});

/** What the lines come to is kept to the cent, each and together. */
function refuseTooMuch(lines: readonly z.output<typeof enteredLine>[], context: z.RefinementCtx): void {
  const large = lines.findIndex(({ quantity, unit_cost }) => !isLineAmount(quantity, unit_cost));
  if (large !== -1) context.addIssue({ code: 'custom', path: [large], message: `Line ${large + 1} ${AMOUNT_TOO_LARGE}` });
  else if (!isAmount(lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0))) {
    context.addIssue({ code: 'custom', message: `Its lines together ${AMOUNT_TOO_LARGE.replace('comes', 'come')}` });
  }
}

/** Orders are in dollars: amounts of another currency could be compared with nothing. */
export const ONLY_DOLLARS = 'Only invoices in US dollars (USD) are entered';

const enteredInvoice = z.object({
  number: invoiceNumber,
  invoiced_on: z.iso.date({ error: ({ input }) => (input ? NO_SUCH_DAY : 'Invoice date is missing') }).refine(isSupportedDay, DAY_OUT_OF_RANGE),
  due_on: day.nullish(),
  freight: enteredMoney.default('0'),
  tax: enteredMoney.default('0'),
  /** What the vendor takes off the invoice as a whole; less than nothing where a correcting one takes that back. */
  discount: enteredMoney.default('0'),
  currency: z.literal('USD', ONLY_DOLLARS).default('USD'),
  /** As it stands on the paper. */
  total: enteredMoney,
  notes: z.string().trim().max(2_000).nullish(),
  lines: z.array(enteredLine).min(1, 'An invoice has at least one line').max(INVOICE_MAX_LINES).superRefine(refuseTooMuch),
  /** Whether it is matched at once, or kept as a draft. */
  submit: z.boolean().default(true),
});
export type EnteredInvoice = z.input<typeof enteredInvoice>;

/** The version that the person saw. */
const seenVersion = z.int().positive();

const ENTRY_REASONS = [
  'duplicate_number',
  'discount_too_large',
  'wrong_total',
  'unknown_line',
  'several_vendors',
  'no_vendor',
  'not_correcting',
  'not_paid',
  'not_billed',
] as const;

export const createInvoice = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices',
  summary: 'Enter a vendor invoice. A client id makes sending it twice harmless',
  body: enteredInvoice.extend({
    client_id: z.string().trim().min(1).max(100).optional(),
    /** The paid invoice that this one puts right: its quantities and charges may be less than nothing. */
    corrects_id: z.int().positive().optional(),
  }),
  response: z.object({ id: z.number(), state: z.enum(INVOICE_STATES) }),
  reasons: [...ENTRY_REASONS, 'client_id_used'],
});

export const updateInvoice = endpoint({
  method: 'PUT',
  path: '/api/vendor-invoices/:id',
  summary: 'Change a vendor invoice that is neither approved, nor paid, nor void',
  params: byId,
  body: enteredInvoice.extend({ version: seenVersion }),
  response: z.object({ id: z.number(), state: z.enum(INVOICE_STATES) }),
  reasons: [...ENTRY_REASONS, 'wrong_state', 'changed_meanwhile', 'too_much', 'other_vendor'],
});

export const approveInvoice = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices/:id/approve',
  summary: 'Approve a vendor invoice for payment; an exception needs a reason',
  params: byId,
  body: z.object({
    reason: z.string().trim().max(500).default(''),
    version: seenVersion,
    /** What the person saw to be wrong. */
    difference: money,
    issues: z.array(z.enum(INVOICE_ISSUES)).max(INVOICE_ISSUES.length),
  }),
  response: success,
  reasons: ['wrong_state', 'reason_missing', 'changed_meanwhile'],
});

export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices/:id/pay',
  summary:
    'Say that an approved vendor invoice was paid, or what was left to pay of a paid one, on its date or later, not in the future. A paid invoice is never changed again. A client id makes sending it twice harmless',
  params: byId,
  body: z.object({
    paid_on: day,
    version: seenVersion,
    /** What the person saw to be paid. */
    to_pay: money,
    client_id: z.string().trim().min(1).max(100).optional(),
  }),
  response: success,
  reasons: ['wrong_state', 'changed_meanwhile', 'client_id_used'],
});

export const voidInvoice = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices/:id/void',
  summary: 'Void a vendor invoice that is not paid: it counts no more, and is kept. An approved one takes who may approve',
  params: byId,
  body: z.object({ reason: z.string().trim().min(1, 'Say why it is void').max(500), version: seenVersion }),
  response: success,
  reasons: ['wrong_state', 'changed_meanwhile'],
});

export const checkInvoiceNumber = endpoint({
  method: 'GET',
  path: '/api/vendor-invoices/number',
  summary: 'Invoices of a vendor that have this number, or one that a person may take for it',
  query: z.object({ vendor: z.string().trim().min(1).max(200), number: invoiceNumber }),
  response: z.array(z.object({ id: z.number(), number: z.string(), is_same: z.boolean(), total: money, state: z.enum(INVOICE_STATES) })),
});

export const uploadInvoiceFile = endpoint({
  method: 'PUT',
  path: '/api/vendor-invoices/:id/file',
  summary:
    'Put the vendor’s PDF beside an invoice; what it holds decides, not its name. It takes the place of one that nobody approved; what was approved stays. One that is paid or void takes a first PDF alone',
  params: byId,
  query: z.object({ name: z.string().trim().min(1).max(255) }),
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes'),
  accepts: 'bytes',
  maxBodyBytes: INVOICE_PDF_MAX_BYTES,
  response: z.object({ name: z.string(), pages: z.number().nullable(), same_as: z.array(z.object({ id: z.number(), number: z.string() })) }),
  reasons: ['not_a_pdf', 'wrong_state', 'too_many'],
});

export const getInvoiceFile = endpoint({
  method: 'GET',
  path: '/api/vendor-invoices/:id/file',
  summary: 'The vendor’s PDF of an invoice: the one with this fingerprint, else the newest',
  params: byId,
  query: z.object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  response: fileBytes,
  format: 'file',
});

/** One row per line of an invoice; rows with the same vendor and number are one invoice. */
export const INVOICE_FILE_COLUMNS = [
  { field: 'number', label: 'Invoice Number', aliases: ['Invoice', 'Invoice No', 'Invoice #'] },
  { field: 'po_number', label: 'PO Number', aliases: ['PO', 'Purchase Order'] },
  { field: 'supplier_sku', label: 'Supplier SKU', aliases: ['SKU', 'Item', 'Item Number'] },
  { field: 'quantity', label: 'Qty', aliases: ['Quantity', 'Qty Billed', 'Billed Qty'] },
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
export const invoiceFileRow = z.object({
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
  /** Both are checked, where they are said: an invoice is of its order's vendor, in dollars. */
  currency: cell,
  vendor: cell,
});
export type InvoiceFileRow = z.infer<typeof invoiceFileRow>;
const TOO_MANY_ROWS = `A file has at most ${INVOICE_FILE_MAX_ROWS.toLocaleString('en-US')} rows: send it as several files, each invoice whole in one`;
const invoiceFile = z.object({ rows: z.array(invoiceFileRow).min(1, 'The file has no rows').max(INVOICE_FILE_MAX_ROWS, TOO_MANY_ROWS) });
const INVOICE_FILE_MAX_BYTES = 16 * 1024 * 1024;

const checkedRow = z.object({
  /** One-based, of the rows that were sent. */
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
  /** Where it begins, of the rows that were sent. */
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

export const checkInvoiceFile = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices/file/check',
  summary: `What a file of invoices would enter, with what is wrong in each row; changes nothing. At most ${INVOICE_FILE_MAX_ROWS.toLocaleString('en-US')} rows`,
  body: invoiceFile,
  maxBodyBytes: INVOICE_FILE_MAX_BYTES,
  response: z.object({ rows: z.array(checkedRow), invoices: z.array(readInvoice) }),
});
export type CheckedInvoiceFile = z.infer<(typeof checkInvoiceFile)['response']>;

export const importInvoiceFile = endpoint({
  method: 'POST',
  path: '/api/vendor-invoices/file',
  summary: `Enter the invoices of a file, all of them or none. At most ${INVOICE_FILE_MAX_ROWS.toLocaleString('en-US')} rows; a larger file is sent as several, each invoice whole in one`,
  body: invoiceFile.extend({
    /** As which its rows are filed with the invoices. */
    file_name: z.string().trim().min(1).max(255).optional(),
  }),
  maxBodyBytes: INVOICE_FILE_MAX_BYTES,
  response: z.object({ ids: z.array(z.number()) }),
  reasons: ['bad_rows'],
});

const percent = z.number().min(0).max(100).multipleOf(0.01);
const invoicingSettings = z.object({
  /** A unit may cost more or less by the larger of the two. */
  price_percent: percent,
  price_amount: z.number().min(0).max(1_000).multipleOf(0.0001),
  /** Of the goods. */
  freight_percent: percent,
  tax_percent: percent,
});
export type InvoicingSettings = z.infer<typeof invoicingSettings>;

export const getInvoicingSettings = endpoint({
  method: 'GET',
  path: '/api/invoicing-settings',
  summary: 'What an invoice may differ by and is paid all the same',
  response: invoicingSettings,
});

export const saveInvoicingSettings = endpoint({
  method: 'PUT',
  path: '/api/invoicing-settings',
  summary: 'Change the tolerances, for invoices that are submitted from now on',
  body: invoicingSettings,
  response: success,
});
