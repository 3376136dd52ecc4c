import { DAY_MS, MINUTE_MS } from '@stowage/contract/formats/durations';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is somewhere: `2026-11-20`. */
export function dayIn(moment: Date, timeZone: string): string {
  return wallClock(moment, timeZone).toISOString().slice(0, 10);
}

/** The hour that it is somewhere, from 0. */
export function hourIn(moment: Date, timeZone: string): number {
  return wallClock(moment, timeZone).getUTCHours();
}

/** When the day began that it is somewhere. @param days so many days later, or earlier where negative */
export function startOfDay(moment: Date, timeZone: string, days = 0): Date {
  return dayStart(addDays(dayIn(moment, timeZone), days), timeZone);
}

/**
 * When a day begins somewhere. That need not be midnight: where clocks are changed at midnight there is none, or it comes after
 * an hour that was there before.
 * @param day `2026-11-20`
 */
export function dayStart(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // With the offset of the day before and that of the day after: a change lies between them, or they are the same.
  const starts = [-DAY_MS, DAY_MS].map((away) => midnight - offsetMs(new Date(midnight + away), timeZone));
  const [first, last] = [new Date(Math.min(...starts)), new Date(Math.max(...starts))];
  return dayIn(first, timeZone) === day ? first : last;
}

/** A day so many days later. @param day `2026-11-20` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function offsetMs(moment: Date, timeZone: string): number {
  return wallClock(moment, timeZone).getTime() - Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
}

/** What the clocks there show, to the minute, as if it were UTC. */
function wallClock(moment: Date, timeZone: string): Date {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  if (known === undefined) formats.set(timeZone, format);
  return new Date(`${format.format(moment).replace(' ', 'T')}:00Z`);
}
