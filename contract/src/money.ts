import * as z from 'zod';

/** Dollars and cents as decimal text: sums of money are never binary floats. */
export const money = z.string().regex(/^-?\d{1,14}\.\d{2}$/);

/** What somebody enters: at most nine digits before the point. */
export const enteredMoney = z
  .string()
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,2})?$/, 'must be an amount in dollars and cents');

export const enteredUnitCost = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount in dollars, with at most four decimals');

const TEN_THOUSANDTHS = 4;
const CENTS = 2;
/** From ten-thousandths of a dollar to cents. */
const PER_CENT = 100n;

/**
 * A line's amount in cents: quantity × unit cost, rounded once, half a cent away from zero. The one rule of rounding;
 * `line_amount()` of the database is its twin.
 */
export function lineCents(quantity: number, unitCost: string): number {
  const exact = BigInt(quantity) * scaled(unitCost, TEN_THOUSANDTHS);
  const half = exact < 0n ? -(PER_CENT / 2n) : PER_CENT / 2n;
  return Number((exact + half) / PER_CENT);
}

/** `12.5` is 1250. */
export function centsOf(amount: string): number {
  return Number(scaled(amount, CENTS));
}

/** 1250 is `12.50`. */
export function moneyOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(CENTS + 1, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -CENTS)}.${digits.slice(-CENTS)}`;
}

/** Decimal text as a whole number of its smallest part. */
function scaled(text: string, decimals: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0').slice(0, decimals)}`);
  return sign === '-' ? -digits : digits;
}
