import * as z from 'zod';

/** `America/New_York`. */
export const timeZoneName = z.string().max(60).refine(isTimeZone, 'There is no such time zone');

/** The time zone in which days begin and end. */
export const timeZone = timeZoneName.default('UTC');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
