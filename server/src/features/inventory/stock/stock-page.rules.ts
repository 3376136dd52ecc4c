import { readCursor } from '../../../platform/formats/page-cursor.rules.ts';

/** The last row of a page: its sort key and its id. */
export interface StockCursor {
  readonly key: string | number;
  readonly id: number;
}

/** @returns undefined for an invalid cursor, or one of another sort order */
export function readStockCursor(text: string, keyType: 'string' | 'number'): StockCursor | undefined {
  const [key, id] = readCursor(text) ?? [];
  const isKey = typeof key === 'string' || Number.isSafeInteger(key);
  const isValid = isKey && typeof key === keyType && Number.isSafeInteger(id) && Number(id) > 0;
  return isValid ? { key: key as string | number, id: Number(id) } : undefined;
}
