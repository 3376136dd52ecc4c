import { isStorable } from '@stowage/contract/storable-text';

/** The cursor behind a page's last row, for its address: the sort key, and the tie breaker. */
export function writeCursor(key: string | number, tie: string | number): string {
  return Buffer.from(JSON.stringify([key, tie])).toString('base64url');
}

/** @returns both values, unchecked but for characters that can't be stored; undefined when the text is no cursor */
export function readCursor(text: string): readonly [key: unknown, tie: unknown] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed)) return undefined;
    const [key, tie] = parsed as unknown[];
    return [key, tie].every((value) => typeof value !== 'string' || isStorable(value)) ? [key, tie] : undefined;
  } catch {
    return undefined;
  }
}
