interface Place {
  readonly id: number;
  /** A text or a number, of one kind in one order; null is unknown and stands lowest. */
  readonly key: string | number | null;
}

/** Whether a decision stands before another, as the database sorts them: by the key, then by the id. */
export function isBefore(one: Place, other: Place, isDescending: boolean): boolean {
  const order = compareKeys(one.key, other.key) || one.id - other.id;
  return isDescending ? order > 0 : order < 0;
}

function compareKeys(one: Place['key'], other: Place['key']): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // The database compares the bytes of UTF-8; JavaScript's own order differs beyond the first 65,536 characters.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
