import * as z from 'zod';
import { cellText, hasDecimalComma } from '../formats/file-cells.ts';

/** Accepts any value, so that an invalid cell rejects its row and not the whole call. */
const cell = z.unknown().optional();

export const priceListRow = z.object({ upc: cell, MAP: cell, item_code: cell, product_title: cell, cost: cell, vendor: cell });
export type PriceListRow = z.infer<typeof priceListRow>;

/** Whether an amount of a file has a decimal comma: then `1.250` is ambiguous in each of its rows. */
export function hasDecimalCommas(rows: Iterable<PriceListRow>): boolean {
  for (const { MAP, cost } of rows) {
    if ([MAP, cost].some((amount) => typeof amount === 'string' && hasDecimalComma(cellText(amount)))) return true;
  }
  return false;
}
