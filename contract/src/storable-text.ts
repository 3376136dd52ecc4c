/**
 * NUL and the halves of characters beyond the first 65,536 that have lost their other half. PostgreSQL can store neither in texts or JSON.
 * Damaged files have them, and texts that were cut within a character.
 */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The text without NUL, and with a replacement character for each half of a character. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The first `length` code units of a text, one fewer where they would end within a character. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
