import { utcDay } from '@stowage/contract/formats/day';

/** The time zone in which a day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** The latest current day in any time zone. */
export function latestDay(now: Date): string {
  return utcDay(new Date(now.getTime() + EARLIEST_ZONE_MS));
}
