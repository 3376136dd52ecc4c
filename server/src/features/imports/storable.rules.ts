/** NUL and halves of a surrogate pair: PostgreSQL's text, or its JSON, holds every other character. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Keys are indexed, and an index holds no text of any length. */
const MAX_LENGTH = 255;
const MAX_PROSE_LENGTH = 4_000;

/** Why the texts of a row cannot be kept; undefined when they can. @param prose the fields that are read and never looked up */
export function textProblem(row: object, prose: readonly string[] = []): string | undefined {
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue;
    if (UNSTORABLE.test(value)) return `its ${wordsOf(field)} holds a character that cannot be kept`;
    const max = prose.includes(field) ? MAX_PROSE_LENGTH : MAX_LENGTH;
    if (value.length > max) return `its ${wordsOf(field)} is longer than ${max} characters`;
  }
  return undefined;
}

/** `trackingNumber` is "tracking number". */
const wordsOf = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
