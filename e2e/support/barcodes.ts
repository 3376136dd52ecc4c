import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';

/** The nth UPC of a journey's own number range. @param range the first two digits, so that journeys don't share products */
export function upc(range: number, nth: number): string {
  const digits = String(range * 1_000_000_000 + nth);
  return digits + gtinCheckDigit(digits);
}
