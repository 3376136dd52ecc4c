import { addDays, utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { wallClock, zoneOffsetMs } from '@stowage/contract/formats/time-zones/wall-clock';

/** The calendar day in a time zone: `2026-11-20`. */
export function dayIn(moment: Date, timeZone: string): string {
  return utcDay(wallClock(moment, timeZone));
}

/** The hour in a time zone, 0 to 23. */
export function hourIn(moment: Date, timeZone: string): number {
  return wallClock(moment, timeZone).getUTCHours();
}

/** The moment at which the current day in a time zone began. @param days shifts the result by so many days; may be negative */
export function startOfDay(moment: Date, timeZone: string, days = 0): Date {
  return dayStart(addDays(dayIn(moment, timeZone), days), timeZone);
}

/**
 * The moment at which a day begins in a time zone. That is not always midnight: where clocks change at midnight, midnight is
 * skipped or repeated.
 * @param day `2026-11-20`
 */
export function dayStart(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Uses the offsets of the days before and after: either they are equal, or the change lies between them.
  const starts = [-DAY_MS, DAY_MS].map((away) => midnight - zoneOffsetMs(new Date(midnight + away), timeZone));
  const [first, last] = [new Date(Math.min(...starts)), new Date(Math.max(...starts))];
  return dayIn(first, timeZone) === day ? first : last;
}
