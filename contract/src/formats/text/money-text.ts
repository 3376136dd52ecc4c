import { moneyOf } from '../money.ts';
import { numberText } from './number-text.ts';

const DOLLARS = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;

/** US dollars with as many decimals as the value has; `N/A` for null. */
export function dollars(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? numberText(amount, DOLLARS) : 'N/A';
}

/** Formats decimal text: `-1234.5000` becomes `−$1,234.50`, and `5` becomes `$5.00`. Works on the text, so that no precision is lost. */
export function moneyText(amount: string | null | undefined): string {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount ?? '') ?? [];
  if (whole === '') return 'N/A';
  const fraction = decimals.replace(/0+$/, '').padEnd(2, '0');
  const isNegative = sign === '-' && /[1-9]/.test(whole + fraction);
  return `${isNegative ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Cents as dollars, for sentences: `105` becomes `$1.05`. */
export const centsText = (cents: number) => moneyText(moneyOf(cents));
