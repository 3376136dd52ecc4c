import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

const percent = z.number().min(0).max(100).multipleOf(0.01);
const invoicingSettings = z.object({
  /** A unit cost may deviate by the larger of percent and amount. */
  price_percent: percent,
  price_amount: z.number().min(0).max(1_000).multipleOf(0.0001),
  /** Percent of the goods. */
  freight_percent: percent,
  tax_percent: percent,
});
export type InvoicingSettings = z.infer<typeof invoicingSettings>;

export const getInvoicingSettings = endpoint('GET /api/invoicing-settings', {
  summary: 'The tolerances within which an invoice is paid',
  response: invoicingSettings,
});

/** What is not named stays as it is, so that two people can change different tolerances at once. */
const changedInvoicingSettings = invoicingSettings.partial();
export type ChangedInvoicingSettings = z.infer<typeof changedInvoicingSettings>;

export const saveInvoicingSettings = endpoint('PUT /api/invoicing-settings', {
  summary: 'Change the tolerances for invoices that are submitted from now on',
  /** With the values that the person saw, a change of one that somebody else has changed since is refused. */
  body: changedInvoicingSettings.extend({ seen: changedInvoicingSettings.optional() }),
  response: success,
  reasons: ['changed_meanwhile'],
});
