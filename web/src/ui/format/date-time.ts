import { zoneOffsetMs } from '@stowage/contract/formats/time-zones/wall-clock';

const OPTIONS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

let format = new Intl.DateTimeFormat(undefined, OPTIONS);

/** Sets the locale and time zone of all dates. The browser's own are used for a value that is absent or unknown to it. */
export function chooseDateFormat({ locale, timeZone }: { locale?: string | undefined; timeZone?: string | undefined }): void {
  try {
    format = new Intl.DateTimeFormat(locale, { ...OPTIONS, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    format = new Intl.DateTimeFormat(undefined, OPTIONS);
  }
}

/** The locale and time zone of dates. */
export function dateFormat(): { locale: string; timeZone: string } {
  return format.resolvedOptions();
}

/** A date and a 24-hour time in the viewer's locale and zone. */
export function dateTime24(moment: Date): string {
  return format.format(moment);
}

/** The time of day alone: `14:02`. */
export function hourText(moment: Date): string {
  const { locale, timeZone } = dateFormat();
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23', timeZone }).format(moment);
}

/** The time of a moment today, `14:02`; date and time of any other moment. */
export function shortTime(moment: Date): string {
  return localDay(moment) === localDay(new Date()) ? hourText(moment) : dateTime24(moment);
}

/** Parses UTC text without a zone, `2026-11-20 14:03:05`. @returns undefined when it can't be parsed */
export function parseUtcText(text: string | null | undefined): Date | undefined {
  if (!text) return undefined;
  const moment = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** A day, `2026-11-20`, in the viewer's locale. */
export function dayText(day: string): string {
  const { locale } = dateFormat();
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A moment's date in the viewer's time zone: `2026-11-20`. */
export function localDay(moment: Date): string {
  // The Swedish format is ISO 8601.
  return moment.toLocaleDateString('sv-SE', { timeZone: dateFormat().timeZone });
}

/** How far the clocks of the viewer's time zone are ahead of UTC at a moment, in milliseconds. */
export const zoneOffset = (at: number): number => zoneOffsetMs(new Date(at), dateFormat().timeZone);

/** The moment at which the viewer's clocks show a time. @param wall that time in milliseconds, as if it were UTC */
export const momentAt = (wall: number): number => wall - zoneOffset(wall - zoneOffset(wall));

/** A moment's day without its year, in the viewer's locale and zone: `Nov 26`. */
export function shortDay(moment: Date): string {
  const { locale, timeZone } = dateFormat();
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }).format(moment);
}
