import { daysBetween } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { AppError } from '../../../platform/app-error.ts';
import { dayIn, startOfDay } from '../../../platform/formats/zone-day.ts';

interface EnteredDay {
  /** `2026-11-20`; undefined when no day was entered. */
  readonly day: string | undefined;
  readonly timeZone: string;
}

interface Known {
  readonly orderedAt: Date;
  /** When the last unit was scanned here. */
  readonly shippedAt: Date | null;
  readonly now: Date;
}

const HALF_A_DAY_MS = DAY_MS / 2;

/**
 * The moment that the marketplace gets as an order's ship date. For an entered day, this is the moment when the order was shipped
 * here if that was on this day, and otherwise the middle of the day, but never before the order was placed and never in the future.
 * @throws AppError `ship_date_to_come`, `ship_date_before_order`
 */
export function shipMoment({ day, timeZone }: EnteredDay, { orderedAt, shippedAt, now }: Known): Date {
  if (day === undefined) return shippedAt ?? now;
  if (day > dayIn(now, timeZone)) throw new AppError('rule_violated', `The ship date ${day} is in the future`, { reason: 'ship_date_to_come' });
  const orderedOn = dayIn(orderedAt, timeZone);
  if (day < orderedOn) {
    throw new AppError('rule_violated', `The order was placed on ${orderedOn}. It cannot have shipped on ${day}`, { reason: 'ship_date_before_order' });
  }
  if (shippedAt !== null && dayIn(shippedAt, timeZone) === day) return shippedAt;
  // Counts calendar days, because clock changes make some days shorter or longer than 24 hours.
  const middle = startOfDay(orderedAt, timeZone, daysBetween(orderedOn, day)).getTime() + HALF_A_DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(orderedAt.getTime(), middle)));
}
