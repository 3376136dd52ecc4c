import * as z from 'zod';

/** Dollars and cents as decimal text: sums of money are never binary floats. */
export const money = z.string().regex(/^-?\d{1,14}\.\d{2}$/);

/** An amount as people write it, without the commas before its thousands. Whether 12,375 is twelve or twelve thousand depends on who wrote it: it stays. */
export function plainAmount(text: string): string {
  const trimmed = text.trim();
  return /^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
}

/** What somebody enters, `1004.20` or `1,004.20`: at most nine digits before the point. */
export const enteredMoney = z
  .string()
  .overwrite(plainAmount)
  .regex(/^-?\d{1,9}(\.\d{1,2})?$/, 'must be an amount in dollars and cents');

export const enteredUnitCost = z
  .string()
  .overwrite(plainAmount)
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount in dollars, with at most four decimals');

/** No line and no invoice comes to more: nine digits before the point, as what somebody enters. */
export const MAX_AMOUNT = '999999999.99';
export const AMOUNT_TOO_LARGE = 'comes to more than $999,999,999.99';

const TEN_THOUSANDTHS = 4;
const CENTS = 2;
/** From ten-thousandths of a dollar to cents. */
const PER_CENT = 100n;
const MAX_CENTS = scaled(MAX_AMOUNT, CENTS);

/**
 * A line's amount in cents: quantity × unit cost, rounded once, half a cent away from zero. The one rule of rounding;
 * `line_amount()` of the database is its twin.
 * @throws RangeError where it is no safe integer, as none is that `isLineAmount`
 */
export function lineCents(quantity: number, unitCost: string): number {
  const cents = Number(exactCents(quantity, unitCost));
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${quantity} × ${unitCost} is too much to be counted in cents`);
  return cents;
}

/** Whether a line may come to so much. */
export function isLineAmount(quantity: number, unitCost: string): boolean {
  const cents = exactCents(quantity, unitCost);
  return cents <= MAX_CENTS && cents >= -MAX_CENTS;
}

/** Whether a sum of lines may. */
export function isAmount(cents: number): boolean {
  return Math.abs(cents) <= Number(MAX_CENTS);
}

function exactCents(quantity: number, unitCost: string): bigint {
  const exact = BigInt(quantity) * scaled(unitCost, TEN_THOUSANDTHS);
  const half = exact < 0n ? -(PER_CENT / 2n) : PER_CENT / 2n;
  return (exact + half) / PER_CENT;
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
