import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { money } from '../formats/money.ts';
import { utcText } from '../formats/utc-text.ts';
import { emailAddress, MAIL_STATES } from '../mail/mail.ts';

const SUBJECT_MAX = 200;
const TEXT_MAX = 10_000;

/** `NOT_BILLED` until an invoice bills the claimed units; `BEYOND` the wrongly billed amount until a person has checked them. */
const LEFT_OUT_REASONS = ['NOT_BILLED', 'BEYOND'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** A mail that requested credits from a vendor. */
const creditRequest = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  credits: z.number(),
  amount: money,
  requested_by: z.string(),
  requested_at: utcText,
  state: z.enum(MAIL_STATES),
  last_error: z.string().nullable(),
  sent_at: utcText.nullable(),
  /** Whether the failed mail can be sent again. */
  can_retry: z.boolean(),
});
export type CreditRequest = z.infer<typeof creditRequest>;

export const creditRequestPdf = endpoint('GET /api/purchase-money/:id/credit-request.pdf', {
  summary: 'The credit request of a purchase order with its evidence, as a PDF',
  params: recordParams,
  response: fileBytes,
  format: 'file',
  isCostly: true,
});

export const creditRequestMail = endpoint('GET /api/purchase-money/:id/credit-request', {
  summary: 'The draft of the mail that requests the credits of a purchase order, and the mails that were sent',
  params: recordParams,
  response: z.object({
    /** Whether a mail server is configured. */
    can_send: z.boolean(),
    /** null when there are no credits to request. */
    draft: z
      .object({
        /** The recipient of the last mail to the vendor. */
        recipient: z.string().nullable(),
        subject: z.string(),
        text: z.string(),
        credit_ids: z.array(z.number()),
        /** The credits that were not requested yet. */
        expected_ids: z.array(z.number()),
        amount: money,
      })
      .nullable(),
    /** Lines whose credits the mail leaves out. */
    left_out: z.array(z.object({ supplier_sku: z.string(), amount: money, reason: z.enum(LEFT_OUT_REASONS) })),
    /** Newest first. */
    sent: z.array(creditRequest),
  }),
});

export const sendCreditRequest = endpoint('POST /api/purchase-money/:id/credit-request', {
  summary: 'Mail the credit request with its PDF to the vendor of a purchase order; marks the credits as requested. Repeating a client id sends one mail',
  params: recordParams,
  body: z.object({
    client_id: z.string().trim().min(1).max(100),
    recipient: emailAddress,
    subject: z.string().trim().min(1, 'Subject is missing').max(SUBJECT_MAX),
    text: z.string().trim().min(1, 'Text is missing').max(TEXT_MAX),
    /** The credits and the amount that the person saw. */
    expected_ids: z.array(recordId).max(10_000),
    amount: money,
  }),
  response: z.object({ id: z.number() }),
  reasons: ['nothing_to_request', 'changed_meanwhile', 'no_mail_server', 'client_id_used'],
});

export const retryCreditRequest = endpoint('POST /api/credit-requests/:id/retry', {
  summary: 'Send a failed mail again',
  params: recordParams,
  response: success,
  reasons: ['not_failed'],
});
