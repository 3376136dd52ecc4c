import { addDays } from '../formats/day.ts';

const USUAL_AHEAD_DAYS = 31;
const USUAL_BACK_DAYS = 2 * 365;

/**
 * Why the date of an invoice is probably a typing mistake. It is a hint, because vendors do date ahead and old invoices are entered late.
 * @param today a calendar day near the reader's
 */
export function unusualInvoiceDay(invoicedOn: string, today: string): string | undefined {
  if (invoicedOn > addDays(today, USUAL_AHEAD_DAYS)) return `The date ${invoicedOn} is more than a month ahead`;
  if (invoicedOn < addDays(today, -USUAL_BACK_DAYS)) return `The date ${invoicedOn} is more than two years ago`;
  return undefined;
}
