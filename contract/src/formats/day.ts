import * as z from 'zod';
import { DAY_MS } from './durations.ts';

/** Dates outside this range are typing mistakes, and PostgreSQL and JavaScript disagree about some of them. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

const FORMAT = 'Write a date as YYYY-MM-DD';
export const NO_SUCH_DAY = `There is no such day. ${FORMAT}`;
export const DAY_OUT_OF_RANGE = `A date must be between ${FIRST_DAY} and ${LAST_DAY}`;

/** An ISO date without a time: `2026-11-30`. */
export const day = z.iso
  .date({ error: ({ input }) => (/^\d{4}-\d\d-\d\d$/.test(String(input)) ? NO_SUCH_DAY : FORMAT), abort: true })
  .refine(isSupportedDay, DAY_OUT_OF_RANGE);

/** @param text an ISO date */
export function isSupportedDay(text: string): boolean {
  return text >= FIRST_DAY && text <= LAST_DAY;
}

export const BACKWARDS = 'The start date must not be after the end date';

/** Whether a range of days is in order. An open end is; so are invalid days, which the fields' own schema rejects. */
export function inOrder({ startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined }): boolean {
  if (startDate === undefined || endDate === undefined) return true;
  return !areDays(startDate, endDate) || startDate <= endDate;
}

/** For `refine(inOrder, IN_ORDER)`. */
export const IN_ORDER = { message: BACKWARDS, path: ['startDate'] };

export function areDays(...texts: readonly string[]): boolean {
  return texts.every((text) => !Number.isNaN(Date.parse(text)));
}

/** The calendar day in UTC: `2026-11-20`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Adds days to a calendar day. @param day `2026-11-20` */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
}

/** The number of days from one calendar day to another; negative for an earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
