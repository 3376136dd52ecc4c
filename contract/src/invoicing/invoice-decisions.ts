import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { recordParams } from '../formats/ids.ts';
import { money } from '../formats/money.ts';
import { seenVersion } from './invoice-entry.ts';
import { INVOICE_ISSUES } from './vendor-invoices.ts';

export const approveInvoice = endpoint('POST /api/vendor-invoices/:id/approve', {
  summary: 'Approve a vendor invoice for payment; an exception needs a reason',
  params: recordParams,
  body: z.object({
    reason: z.string().trim().max(500).default(''),
    version: seenVersion,
    /** The difference and the issues that the person saw. */
    difference: money,
    issues: z.array(z.enum(INVOICE_ISSUES)).max(INVOICE_ISSUES.length),
  }),
  response: success,
  reasons: ['wrong_state', 'reason_missing', 'changed_meanwhile', 'separated_duties'],
});

export const payInvoice = endpoint('POST /api/vendor-invoices/:id/pay', {
  summary:
    'Mark an approved vendor invoice as paid, or pay the rest of a paid one, on its date or later, not in the future. A paid invoice never changes again. Repeating a client id pays once',
  params: recordParams,
  body: z.object({
    paid_on: day,
    version: seenVersion,
    /** The amount that the person saw. */
    to_pay: money,
    client_id: z.string().trim().min(1).max(100).optional(),
  }),
  response: success,
  reasons: ['wrong_state', 'changed_meanwhile', 'client_id_used', 'separated_duties'],
});

export const voidInvoice = endpoint('POST /api/vendor-invoices/:id/void', {
  summary: 'Void a vendor invoice that is not paid; it is stored but no longer counts. Voiding an approved invoice needs the permission to approve',
  params: recordParams,
  body: z.object({ reason: z.string().trim().min(1, 'Enter a reason').max(500), version: seenVersion }),
  response: success,
  reasons: ['wrong_state', 'not_billed', 'changed_meanwhile'],
});
