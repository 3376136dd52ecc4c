import { DAY_MS } from '@stowage/contract/formats/durations';

const ISO_8601 = /^((?:19|20)\d{2})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Reads an ISO 8601 time with an offset, or a day. `new Date()` is too lenient: it accepts `1/2` as a day of 2001, and
 * February 31 as a day of March.
 * @returns undefined for any other text
 */
export function parseMoment(text: string): Date | undefined {
  const match = ISO_8601.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match.map(Number);
  const midnight = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  const isDay = midnight.getUTCMonth() + 1 === month && midnight.getUTCDate() === day;
  const time = new Date(text.replace(/([+-]\d{2})(\d{2})$/, match[4] === undefined ? '$&' : '$1:$2'));
  return isDay && Math.abs(time.getTime() - midnight.getTime()) < 2 * DAY_MS ? time : undefined;
}
