import { cellText, hasDecimalComma } from '../formats/file-cells.ts';
import type { PriceListRow } from './price-lists.ts';

/** Whether an amount of a file has a decimal comma: then `1.250` is ambiguous in each of its rows. */
export function hasDecimalCommas(rows: Iterable<PriceListRow>): boolean {
  for (const { MAP, cost } of rows) {
    if ([MAP, cost].some((amount) => typeof amount === 'string' && hasDecimalComma(cellText(amount)))) return true;
  }
  return false;
}
