import { isStorable } from '@stowage/contract/storable-text';

/** Keys are indexed, and index entries have a maximum length. */
const MAX_LENGTH = 255;
const MAX_PROSE_LENGTH = 4_000;

/** Why the texts of a row can't be stored; undefined when they can. @param prose the fields with long texts that are not indexed */
export function textProblem(row: object, prose: readonly string[] = []): string | undefined {
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue;
    if (!isStorable(value)) return `its ${fieldName(field)} contains a character that can’t be stored`;
    const max = prose.includes(field) ? MAX_PROSE_LENGTH : MAX_LENGTH;
    if (value.length > max) return `its ${fieldName(field)} is longer than ${max} characters`;
  }
  return undefined;
}

/** `trackingNumber` is "tracking number". */
const fieldName = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
