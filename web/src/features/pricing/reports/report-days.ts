import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';

/** The days up to today, in UTC. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  return { from: utcDay(new Date(now.getTime() - days * DAY_MS)), to: utcDay(now) };
}

interface RangeAddress {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The number of days up to today. */
  readonly days?: number | undefined;
}

/** The range of an address, by default the last days. */
export function rangeOf({ from, to, days }: RangeAddress, defaultDays: number, now: Date): { startDate: string; endDate: string } {
  const fallback = lastDays(days === undefined ? defaultDays : days - 1, now);
  return { startDate: from ?? fallback.from, endDate: to ?? fallback.to };
}

/** All days of a range, including both ends. */
export function eachDay(startDate: string, endDate: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(startDate); ms <= Date.parse(endDate); ms += DAY_MS) days.push(utcDay(new Date(ms)));
  return days;
}
