import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { percentOf } from '@stowage/contract/formats/percent';

/** Sums decimal texts in whole cents. */
export function sumCents(amounts: readonly string[]): string {
  return moneyOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0));
}

export function subtractCents(amount: string, other: string): string {
  return moneyOf(centsOf(amount) - centsOf(other));
}

/** Returns a percentage with one decimal; undefined if the whole is 0. */
export function percentText(part: number, whole: number): string | undefined {
  return whole === 0 ? undefined : percentOf(part, whole).toFixed(1);
}
