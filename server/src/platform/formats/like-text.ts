/** Escapes a text for LIKE, so that it matches literally. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
