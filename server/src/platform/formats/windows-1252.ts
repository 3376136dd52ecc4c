/** The characters of Windows-1252 in place of Latin-1's control characters. Five positions are undefined and stay. */
const BEYOND_LATIN_1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const hasBeyond = /[\u0080-\u009f]/;

/** Replaces the TextDecoder of Node 20, which decodes windows-1252 as Latin-1. One byte is one character, so that chunks may end anywhere. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return hasBeyond.test(text) ? text.replace(/[\u0080-\u009f]/g, (character) => BEYOND_LATIN_1[character.charCodeAt(0) - 0x80] ?? character) : text;
}
