import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { money } from '../formats/money.ts';
import { utcText } from '../formats/record.ts';
import { emailAddress, MAIL_STATES } from '../mail/mail.ts';

const ofOrder = z.object({ id: z.coerce.number<number | string>().int().positive() });
const SUBJECT_MAX = 200;
const TEXT_MAX = 10_000;

/** A mail that asked a vendor for credits. */
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
  /** It was refused, and can be sent at once as it was written. */
  can_retry: z.boolean(),
});
export type CreditRequest = z.infer<typeof creditRequest>;

export const creditRequestPdf = endpoint({
  method: 'GET',
  path: '/api/purchase-money/:id/credit-request.pdf',
  summary: 'What the vendor of a purchase order is asked to credit, with the evidence, as a document',
  params: ofOrder,
  response: fileBytes,
  format: 'file',
});

export const creditRequestMail = endpoint({
  method: 'GET',
  path: '/api/purchase-money/:id/credit-request',
  summary: 'The mail that asks the vendor of a purchase order for its credits, to be edited, and those that were sent before',
  params: ofOrder,
  response: z.object({
    /** Whether mails leave this installation. */
    can_send: z.boolean(),
    /** null where there is nothing to ask for. */
    draft: z
      .object({
        /** As the vendor was last written to. */
        recipient: z.string().nullable(),
        subject: z.string(),
        text: z.string(),
        credit_ids: z.array(z.number()),
        /** Those that nobody has asked for yet. */
        expected_ids: z.array(z.number()),
        amount: money,
      })
      .nullable(),
    /** Lines whose credits ask for more than is billed wrongly: they are in no mail until somebody has looked at them. */
    left_out: z.array(z.object({ supplier_sku: z.string(), amount: money })),
    /** Newest first. */
    sent: z.array(creditRequest),
  }),
});

export const sendCreditRequest = endpoint({
  method: 'POST',
  path: '/api/purchase-money/:id/credit-request',
  summary: 'Mail the vendor of a purchase order, with the document attached; its credits are requested then. A client id makes sending it twice harmless',
  params: ofOrder,
  body: z.object({
    client_id: z.string().trim().min(1).max(100),
    recipient: emailAddress,
    subject: z.string().trim().min(1, 'Subject is missing').max(SUBJECT_MAX),
    text: z.string().trim().min(1, 'Text is missing').max(TEXT_MAX),
    /** What the person saw. */
    expected_ids: z.array(z.int().positive()).max(10_000),
    amount: money,
  }),
  response: z.object({ id: z.number() }),
  reasons: ['nothing_to_request', 'changed_meanwhile', 'no_mail_server', 'client_id_used'],
});

export const retryCreditRequest = endpoint({
  method: 'POST',
  path: '/api/credit-requests/:id/retry',
  summary: 'Send a mail that failed again, as it was written',
  params: ofOrder,
  response: success,
  reasons: ['not_failed'],
});
