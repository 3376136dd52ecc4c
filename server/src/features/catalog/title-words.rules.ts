/**
 * What people type as words of a title, as a text search: each word may be the beginning of one.
 * @returns undefined when it holds no word
 */
export function titleQuery(search: string): string | undefined {
  const words = search.match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(' & ');
}
