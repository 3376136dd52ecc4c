import { readCursor } from '../../../platform/page-cursor.rules.ts';

/** The last row of a page, by what the page is sorted by and by its id. */
export interface StockCursor {
  readonly key: string | number;
  readonly id: number;
}

/** @returns undefined when it is none of ours, or one of another sorting */
export function readStockCursor(text: string, keyType: 'string' | 'number'): StockCursor | undefined {
  const [key, id] = readCursor(text) ?? [];
  const isOurs = (typeof key === 'string' || Number.isInteger(key)) && typeof key === keyType && Number.isSafeInteger(id) && Number(id) > 0;
  return isOurs ? { key: key as string | number, id: Number(id) } : undefined;
}
