import * as z from 'zod';

/** Whose days are meant: `America/New_York`. */
export const timeZone = z.string().max(60).refine(isTimeZone, 'There is no such time zone').default('UTC');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
