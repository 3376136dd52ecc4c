import { DAY_MS } from '@stowage/contract/formats/durations';

const ISO_8601 = /^((?:19|20)\d{2})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Reads a time as the marketplace writes it, ISO 8601 with its offset from UTC, or a day. JavaScript's own reading takes
 * `1/2` for a day of 2001, and the 31st of February for one of March.
 * @returns undefined when it is neither
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
