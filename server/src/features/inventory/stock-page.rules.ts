/** The last row of a page, by what the page is sorted by and by its id. */
export interface StockCursor {
  readonly key: string | number;
  readonly id: number;
}

export function writeCursor({ key, id }: StockCursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** @returns undefined when it is none of ours, or one of another sorting */
export function readCursor(text: string, keyType: 'string' | 'number'): StockCursor | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed)) return undefined;
    const [key, id] = parsed as unknown[];
    const isOurs = (typeof key === 'string' || Number.isInteger(key)) && typeof key === keyType && Number.isSafeInteger(id) && Number(id) > 0;
    return isOurs ? { key: key as string | number, id: Number(id) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What people type as words of a title, as a text search: each word may be the beginning of one.
 * @returns undefined when it holds no word
 */
export function titleQuery(search: string): string | undefined {
  const words = search.match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(' & ');
}
