import { DAY_MS } from '@stowage/contract/formats/durations';
import { AppError } from '../../../platform/app-error.ts';
import { dayIn, startOfDay } from '../../../platform/formats/zone-day.ts';

interface EnteredDay {
  /** `2026-11-20`; undefined where nobody entered one. */
  readonly day: string | undefined;
  readonly timeZone: string;
}

interface Known {
  readonly orderedAt: Date;
  /** Here, by the last scan. */
  readonly shippedAt: Date | null;
  readonly now: Date;
}

const HALF_A_DAY_MS = DAY_MS / 2;

/**
 * The moment that the marketplace is told as an order's ship date: of a day that was entered, when it was shipped here if
 * that was on this day, else its middle; never before the order was placed, and never to come.
 * @throws AppError `ship_date_to_come`, `ship_date_before_order`
 */
export function shipMoment({ day, timeZone }: EnteredDay, { orderedAt, shippedAt, now }: Known): Date {
  if (day === undefined) return shippedAt ?? now;
  if (day > dayIn(now, timeZone)) throw new AppError('rule_violated', `The ship date ${day} is yet to come`, { reason: 'ship_date_to_come' });
  const orderedOn = dayIn(orderedAt, timeZone);
  if (day < orderedOn) {
    throw new AppError('rule_violated', `The order was placed on ${orderedOn}: it cannot have left on ${day}`, { reason: 'ship_date_before_order' });
  }
  if (shippedAt !== null && dayIn(shippedAt, timeZone) === day) return shippedAt;
  // The days before it are whole ones, however long the clocks made them.
  const middle = startOfDay(orderedAt, timeZone, daysBetween(orderedOn, day)).getTime() + HALF_A_DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(orderedAt.getTime(), middle)));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
