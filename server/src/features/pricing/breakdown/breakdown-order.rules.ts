/** The position of a decision in a sorted list. */
export interface SortPosition {
  readonly id: number;
  /** All keys of one list are texts, or all are numbers. Null means unknown and sorts lowest. */
  readonly key: string | number | null;
}

/** Whether a decision sorts before another: by key, then by id, as the database does. */
export function isBefore(one: SortPosition, other: SortPosition, isDescending: boolean): boolean {
  const order = compareKeys(one.key, other.key) || one.id - other.id;
  return isDescending ? order > 0 : order < 0;
}

function compareKeys(one: SortPosition['key'], other: SortPosition['key']): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // The database compares UTF-8 bytes. JavaScript compares UTF-16 units, which order characters beyond U+FFFF differently.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
