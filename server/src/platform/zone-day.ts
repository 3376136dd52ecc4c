const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
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
  const midnight = Date.parse(`${dayIn(moment, timeZone)}T00:00:00Z`) + days * DAY_MS;
  // The clock may have been changed between that midnight and the moment: what is found first is looked at again.
  const guess = new Date(midnight - offsetMs(moment, timeZone));
  return new Date(midnight - offsetMs(guess, timeZone));
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
