import { MINUTE_MS } from '../durations.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a time zone, to the minute, as if it were UTC. */
export function wallClock(moment: Date, timeZone: string): Date {
  const known = formats.get(timeZone);
  // The Swedish format is ISO 8601.
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  if (known === undefined) formats.set(timeZone, format);
  return new Date(`${format.format(moment).replace(' ', 'T')}:00Z`);
}

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
export function zoneOffsetMs(moment: Date, timeZone: string): number {
  return wallClock(moment, timeZone).getTime() - Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
}
