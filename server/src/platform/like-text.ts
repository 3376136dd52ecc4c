/** A text as a pattern of LIKE that means the text itself. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
