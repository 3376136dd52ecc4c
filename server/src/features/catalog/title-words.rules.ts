/**
 * A text search for words of a title, each of which can be the beginning of a word.
 * @returns undefined for a text without words
 */
export function titleQuery(search: string): string | undefined {
  const words = search.match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(' & ');
}
