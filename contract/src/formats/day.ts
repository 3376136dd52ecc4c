import * as z from 'zod';

/** Days that people mean lie between these; the calendar has more, and databases and pages disagree about some of them. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

const WRITTEN = 'A date is written YYYY-MM-DD';
export const NO_SUCH_DAY = `There is no such day. ${WRITTEN}`;
export const FAR_AWAY = `A date lies between ${FIRST_DAY} and ${LAST_DAY}`;

/** A plain date: `2026-11-30`. */
export const day = z.iso
  .date({ error: ({ input }) => (/^\d{4}-\d\d-\d\d$/.test(String(input)) ? NO_SUCH_DAY : WRITTEN), abort: true })
  .refine(isNear, FAR_AWAY);

/** @param text a plain date */
export function isNear(text: string): boolean {
  return text >= FIRST_DAY && text <= LAST_DAY;
}
