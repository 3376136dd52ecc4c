/** Where a page ended, as its address has it: what the page is sorted by, and what orders ties. */
export function writeCursor(key: string | number, tie: string | number): string {
  return Buffer.from(JSON.stringify([key, tie])).toString('base64url');
}

/** @returns both as they were written, to be looked at; undefined when it is none of ours */
export function readCursor(text: string): readonly [key: unknown, tie: unknown] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? [parsed[0], parsed[1]] : undefined;
  } catch {
    return undefined;
  }
}
