import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { clientId, INTEGER_MAX, recordId, recordParams } from '../formats/ids.ts';
import { enteredUnitCost, money } from '../formats/money.ts';
import { utcText } from '../formats/utc-text.ts';
import { emailAddress, MAIL_STATES } from '../mail/mail.ts';
import { poNumber, UNITS_MAX } from './purchase-order-lines.ts';
import { vendorName } from './vendor-terms.ts';

/** An order by hand has at most this many lines; a longer one is a file. */
export const DRAFT_LINES_MAX = 1_000;
/** The list answers at most this many drafts. */
export const DRAFTS_MAX = 1_000;

export const DRAFT_ORIGINS = ['HAND', 'COPY', 'PROPOSAL'] as const;
export type DraftOrigin = (typeof DRAFT_ORIGINS)[number];

const version = z.int().min(1).max(INTEGER_MAX);

const draftSummary = z.object({
  id: z.number(),
  po_number: z.string(),
  vendor: z.string(),
  origin: z.enum(DRAFT_ORIGINS),
  expected_date: z.string().nullable(),
  lines: z.number(),
  units: z.number(),
  /** Without the lines of an unknown cost. */
  amount: cost(money),
  created_by: z.string(),
  created_at: utcText,
  updated_by: z.string(),
  updated_at: utcText,
});
export type DraftSummary = z.infer<typeof draftSummary>;

/** A product as a line of a vendor's order, with what a person needs to choose its quantity. */
const orderableLine = z.object({
  product_id: z.number(),
  product_name: z.string(),
  gtin: z.string(),
  supplier_sku: z.string(),
  unit_cost: cost(z.string()),
  case_pack: z.number().nullable(),
  minimum_quantity: z.number().nullable(),
  /** The version of the vendor's own case pack and minimum; 0 when none is stored. */
  terms_version: z.number(),
  available: z.number(),
  /** Units on sent orders that are still to come. */
  on_order: z.number(),
});
export type OrderableLine = z.infer<typeof orderableLine>;

const draftLine = orderableLine.extend({ ordered: z.number() });

const draftDetail = draftSummary.extend({
  notes: z.string().nullable(),
  version: z.number(),
  items: z.array(draftLine),
});
export type DraftDetail = z.infer<typeof draftDetail>;

const draftContent = z.object({
  /** Absent for the next number of Stowage. */
  po_number: z.string().trim().min(1).max(64).optional(),
  vendor: vendorName,
  expected_date: day.nullable(),
  notes: z.string().trim().min(1).max(2_000).nullable(),
  items: z
    .array(
      z.object({
        product_id: recordId,
        supplier_sku: z.string().trim().min(1, 'Supplier SKU is missing').max(100),
        ordered: z.int('must be a whole number').min(1).max(UNITS_MAX),
        unit_cost: enteredUnitCost.nullable(),
      }),
    )
    .max(DRAFT_LINES_MAX),
});
export type DraftContent = z.output<typeof draftContent>;

const REASONS = ['duplicate_po', 'duplicate_sku', 'no_gtin', 'amount_too_large', 'changed_meanwhile'];

export const listDrafts = endpoint('GET /api/purchase-order-drafts', {
  summary: `The purchase orders by hand that were not sent, newest first, at most ${DRAFTS_MAX}`,
  response: z.object({ drafts: z.array(draftSummary) }),
});

export const getDraft = endpoint('GET /api/purchase-order-drafts/:id', {
  summary: 'A purchase order by hand that was not sent; its number once it was',
  params: recordParams,
  response: z.object({ draft: draftDetail.nullable(), sent_as: z.string().nullable() }),
});

export const createDraft = endpoint('POST /api/purchase-order-drafts', {
  summary: 'Begin a purchase order by hand. Repeating a client id begins one',
  body: draftContent.extend({ client_id: clientId }),
  response: z.object({ id: z.number() }),
  reasons: [...REASONS, 'client_id_used'],
});

export const copyOrder = endpoint('POST /api/purchase-order-drafts/copy', {
  summary: 'Begin a purchase order with the lines of an earlier one. Repeating a client id begins one',
  body: z.object({ client_id: clientId, poNumber }),
  response: z.object({ id: z.number(), /** Lines without a product of the catalog. */ left_out: z.number() }),
  reasons: ['no_vendor', 'no_lines', 'too_many_lines', 'client_id_used'],
});

export const saveDraft = endpoint('PUT /api/purchase-order-drafts/:id', {
  summary: 'Replace the content of a draft',
  params: recordParams,
  body: draftContent.extend({ version }),
  response: z.object({ version: z.number() }),
  reasons: [...REASONS, 'sent'],
});

export const deleteDraft = endpoint('DELETE /api/purchase-order-drafts/:id', {
  summary: 'Delete a draft',
  params: recordParams,
  query: z.object({ version: z.coerce.number<number | string>().int().min(1).max(INTEGER_MAX) }),
  response: success,
  reasons: ['changed_meanwhile', 'sent'],
});

export const findOrderable = endpoint('GET /api/purchase-order-drafts/product', {
  summary: 'A product as a line of an order to a vendor, by its id or by a scanned code',
  query: z.object({ vendor: z.string().trim().max(200).default(''), product_id: recordId.optional(), code: z.string().trim().min(1).max(100).optional() }),
  response: orderableLine,
  reasons: ['unknown_code', 'ambiguous_code', 'no_gtin'],
});

export const draftMail = endpoint('GET /api/purchase-order-drafts/:id/mail', {
  summary: 'The mail that sends a draft to its vendor',
  params: recordParams,
  response: z.object({
    /** Whether a mail server is configured. */
    can_send: z.boolean(),
    recipient: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    /** What to check before the order is sent. */
    warnings: z.array(z.string()),
  }),
});

export const draftPdf = endpoint('GET /api/purchase-order-drafts/:id/order.pdf', {
  summary: 'The purchase order as a PDF, also after it was sent',
  params: recordParams,
  response: fileBytes,
  format: 'file',
  isCostly: true,
});

export const sendDraft = endpoint('POST /api/purchase-order-drafts/:id/send', {
  summary: 'Make a draft a purchase order, and mail it to its vendor with the PDF. Repeating a client id sends one order and one mail',
  params: recordParams,
  body: z.object({
    client_id: clientId,
    version,
    /** null when the person sends the order without Stowage. */
    mail: z
      .object({
        recipient: emailAddress,
        subject: z.string().trim().min(1, 'Subject is missing').max(200),
        text: z.string().trim().min(1, 'Text is missing').max(10_000),
      })
      .nullable(),
  }),
  response: z.object({ po_number: z.string() }),
  reasons: ['no_lines', 'duplicate_po', 'changed_meanwhile', 'sent', 'no_mail_server', 'client_id_used'],
});

export const getOrderSending = endpoint('GET /api/purchase-orders/sending', {
  summary: 'How a purchase order by hand was sent; null for an order of a file',
  query: z.object({ poNumber }),
  response: z.object({
    sending: z
      .object({
        draft_id: z.number(),
        sent_by: z.string(),
        sent_at: utcText,
        recipient: z.string().nullable(),
        /** The state of the mail; null without a mail, and when it is no longer recorded. */
        state: z.enum(MAIL_STATES).nullable(),
        last_error: z.string().nullable(),
        can_retry: z.boolean(),
        notes: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const retryOrderMail = endpoint('POST /api/purchase-order-drafts/:id/retry', {
  summary: 'Send the failed mail of a purchase order again',
  params: recordParams,
  response: success,
  reasons: ['not_failed'],
});
