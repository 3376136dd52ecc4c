import { DAY_MS } from '@stowage/contract/formats/durations';

const dayText = (moment: Date) => moment.toISOString().slice(0, 10);

/** The days up to today, in UTC. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  return { from: dayText(new Date(now.getTime() - days * DAY_MS)), to: dayText(now) };
}

interface RangeAddress {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** So many days, today the last of them. */
  readonly days?: number | undefined;
}

/** The range that an address means: the last days unless it says otherwise. */
export function rangeOf({ from, to, days }: RangeAddress, usualDays: number, now: Date): { startDate: string; endDate: string } {
  const usual = lastDays(days === undefined ? usualDays : days - 1, now);
  return { startDate: from ?? usual.from, endDate: to ?? usual.to };
}

/** Every day of a range, both ends included. */
export function daysBetween(startDate: string, endDate: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(startDate); ms <= Date.parse(endDate); ms += DAY_MS) days.push(dayText(new Date(ms)));
  return days;
}
