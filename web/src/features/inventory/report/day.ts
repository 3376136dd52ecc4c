import { DAY_MS } from '@stowage/contract/formats/durations';
import { localDay, momentAt } from '../../../ui/format/date-time.ts';

/**
 * The last moment of a day in the viewer's zone, as ISO text.
 * @returns undefined, which means now, for the current day
 */
export function endOfDay(day: string, now: Date): string | undefined {
  if (day === localDay(now)) return undefined;
  const next = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  return Number.isNaN(next) ? undefined : new Date(momentAt(next) - 1).toISOString();
}
