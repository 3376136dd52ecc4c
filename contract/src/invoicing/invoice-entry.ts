import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DAY_OUT_OF_RANGE, day, isSupportedDay, NO_SUCH_DAY } from '../formats/day.ts';
import { integerId, recordId, recordParams } from '../formats/ids.ts';
import { AMOUNT_TOO_LARGE, enteredMoney, enteredUnitCost, isAmount, isLineAmount, lineCents } from '../formats/money.ts';
import { INVOICE_MAX_LINES, INVOICE_STATES, invoiceNumber } from './vendor-invoices.ts';

/** The version that the person saw. */
export const seenVersion = integerId;

const enteredLine = z.object({
  purchase_order_line_id: recordId,
  quantity: z.int('must be a whole number').min(-1_000_000).max(1_000_000),
  unit_cost: enteredUnitCost,
});

/** Limits the amounts of the lines and their sum to what the database stores. */
function refuseTooMuch(lines: readonly z.output<typeof enteredLine>[], context: z.RefinementCtx): void {
  const large = lines.findIndex(({ quantity, unit_cost }) => !isLineAmount(quantity, unit_cost));
  if (large !== -1) context.addIssue({ code: 'custom', path: [large], message: `Line ${large + 1} ${AMOUNT_TOO_LARGE}` });
  else if (!isAmount(lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0))) {
    context.addIssue({ code: 'custom', message: `The lines together ${AMOUNT_TOO_LARGE.replace('exceeds', 'exceed')}` });
  }
}

/** Orders are in dollars, so other currencies can't be matched. */
export const ONLY_DOLLARS = 'Only invoices in US dollars (USD) are entered';

const enteredInvoice = z.object({
  number: invoiceNumber,
  invoiced_on: z.iso.date({ error: ({ input }) => (input ? NO_SUCH_DAY : 'Invoice date is missing') }).refine(isSupportedDay, DAY_OUT_OF_RANGE),
  due_on: day.nullish(),
  freight: enteredMoney.default('0'),
  tax: enteredMoney.default('0'),
  /** The vendor's discount on the whole invoice; negative on a correcting invoice that revokes it. */
  discount: enteredMoney.default('0'),
  currency: z.literal('USD', ONLY_DOLLARS).default('USD'),
  /** As printed on the invoice. */
  total: enteredMoney,
  notes: z.string().trim().max(2_000).nullish(),
  lines: z.array(enteredLine).min(1, 'An invoice has at least one line').max(INVOICE_MAX_LINES).superRefine(refuseTooMuch),
  /** Whether the invoice is matched at once or stays a draft. */
  submit: z.boolean().default(true),
});
export type EnteredInvoice = z.input<typeof enteredInvoice>;

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

export const createInvoice = endpoint('POST /api/vendor-invoices', {
  summary: 'Enter a vendor invoice. Repeating a client id creates no second invoice',
  body: enteredInvoice.extend({
    client_id: z.string().trim().min(1).max(100).optional(),
    /** The paid invoice that this one corrects; its quantities and charges can be negative. */
    corrects_id: recordId.optional(),
  }),
  response: z.object({ id: z.number(), state: z.enum(INVOICE_STATES) }),
  reasons: [...ENTRY_REASONS, 'client_id_used'],
});

export const updateInvoice = endpoint('PUT /api/vendor-invoices/:id', {
  summary: 'Change a vendor invoice that is not approved, paid or void',
  params: recordParams,
  body: enteredInvoice.extend({ version: seenVersion }),
  response: z.object({ id: z.number(), state: z.enum(INVOICE_STATES) }),
  reasons: [...ENTRY_REASONS, 'wrong_state', 'changed_meanwhile', 'too_much', 'other_vendor'],
});
