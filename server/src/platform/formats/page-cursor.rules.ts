/** The cursor behind a page's last row, for its address: the sort key, and the tie breaker. */
export function writeCursor(key: string | number, tie: string | number): string {
  return Buffer.from(JSON.stringify([key, tie])).toString('base64url');
}

/** @returns both values, unchecked; undefined when the text is no cursor */
export function readCursor(text: string): readonly [key: unknown, tie: unknown] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? [parsed[0], parsed[1]] : undefined;
  } catch {
    return undefined;
  }
}
