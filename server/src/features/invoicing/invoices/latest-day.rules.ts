import { utcDay } from '@stowage/contract/formats/day';
import { HOUR_MS } from '@stowage/contract/formats/durations';

/** The time zone in which a day begins first. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/** The latest current day in any time zone. */
export function latestDay(now: Date): string {
  return utcDay(new Date(now.getTime() + EARLIEST_ZONE_MS));
}
