import * as z from 'zod';

/** Dollars and cents as decimal text. Binary floats would round. */
export const money = z.string().regex(/^-?\d{1,14}\.\d{2}$/);

/** Removes the commas of `1,004.20`. Leaves `12,375` unchanged: it could mean 12.375. */
export function withoutThousandsSeparators(text: string): string {
  const trimmed = text.trim();
  return /^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
}

/** Dollars and cents, at most nine digits before the point. */
export const AMOUNT_PATTERN = /^-?\d{1,9}(\.\d{1,2})?$/;

/** What one unit costs: more decimals than a cent has. */
export const UNIT_COST_PATTERN = /^\d{1,9}(\.\d{1,4})?$/;

/** An entered amount, `1004.20` or `1,004.20`. */
export const enteredMoney = z.string().overwrite(withoutThousandsSeparators).regex(AMOUNT_PATTERN, 'must be an amount in dollars and cents');

export const enteredUnitCost = z
  .string()
  .overwrite(withoutThousandsSeparators)
  .regex(UNIT_COST_PATTERN, 'must be an amount in dollars, with at most four decimals');

/** The largest amount of a line or an invoice. */
const MAX_AMOUNT = '999999999.99';
export const AMOUNT_TOO_LARGE = 'exceeds $999,999,999.99';

const TEN_THOUSANDTHS = 4;
const CENTS = 2;
/** Ten-thousandths of a dollar in a cent. */
const PER_CENT = 100n;
const MAX_CENTS = scaled(MAX_AMOUNT, CENTS);

/**
 * Returns a line's amount in cents: quantity × unit cost, rounded half away from zero. The database function
 * `line_amount()` must round the same way.
 * @throws RangeError when the amount is not a safe integer, which `isLineAmount` rules out
 */
export function lineCents(quantity: number, unitCost: string): number {
  const cents = Number(exactCents(quantity, unitCost));
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${quantity} × ${unitCost} is too large for an amount in cents`);
  return cents;
}

/** Whether a line's amount is at most `MAX_AMOUNT`. */
export function isLineAmount(quantity: number, unitCost: string): boolean {
  const cents = exactCents(quantity, unitCost);
  return cents <= MAX_CENTS && cents >= -MAX_CENTS;
}

/** Whether a sum of lines is at most `MAX_AMOUNT`. */
export function isAmount(cents: number): boolean {
  return Math.abs(cents) <= Number(MAX_CENTS);
}

function exactCents(quantity: number, unitCost: string): bigint {
  const exact = BigInt(quantity) * scaled(unitCost, TEN_THOUSANDTHS);
  const half = exact < 0n ? -(PER_CENT / 2n) : PER_CENT / 2n;
  return (exact + half) / PER_CENT;
}

/** Converts `12.5` to 1250. */
export function centsOf(amount: string): number {
  return Number(scaled(amount, CENTS));
}

/** Converts 1250 to `12.50`. */
export function moneyOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(CENTS + 1, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -CENTS)}.${digits.slice(-CENTS)}`;
}

/** Converts decimal text to an integer, scaled by 10^decimals. */
function scaled(text: string, decimals: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0').slice(0, decimals)}`);
  return sign === '-' ? -digits : digits;
}
