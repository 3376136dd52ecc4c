/** Where on earth a day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** The day that it is at most, wherever somebody is. */
export function latestDay(now: Date): string {
  return new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);
}
