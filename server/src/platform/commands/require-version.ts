import { AppError } from '../app-error.ts';

interface Versions<V> {
  /** The version that the person saw when they began to edit. */
  readonly expected: V;
  readonly current: V;
  /** What was edited, for the message: `this invoice`. */
  readonly of: string;
  /** What the caller can show instead of the stale values. */
  readonly details?: unknown;
}

/**
 * Refuses an edit of something that has changed since the person saw it. Versions are numbers, texts, or values that JSON compares.
 * @throws AppError `conflict` with the reason `changed_meanwhile`
 */
export function requireVersion<V>({ expected, current, of, details }: Versions<V>): void {
  if (JSON.stringify(expected) === JSON.stringify(current)) return;
  throw changedMeanwhile(of, details);
}

interface SeenFields<Fields extends object> {
  /** The values that the person saw when they began to edit; null when the record did not exist. Values that are absent are not compared. */
  readonly seen: { readonly [Name in keyof Fields]?: Fields[Name] | undefined } | null | undefined;
  /** undefined when the record does not exist. */
  readonly before: Fields | undefined;
  readonly after: Fields;
  /** What was edited, for the message: `this location`. */
  readonly of: string;
}

/**
 * Refuses an edit that would change a field back that somebody else has changed since the person saw it.
 * @throws AppError `conflict` with the reason `changed_meanwhile`
 */
export function requireSeen<Fields extends object>({ seen, before, after, of }: SeenFields<Fields>): void {
  if (seen === undefined || before === undefined) return;
  const names = Object.keys(before) as (keyof Fields)[];
  const isStale = (name: keyof Fields) => before[name] !== after[name] && (seen === null || (seen[name] !== undefined && seen[name] !== before[name]));
  if (names.some(isStale)) throw changedMeanwhile(of);
}

export function changedMeanwhile(of: string, details?: unknown): AppError {
  return new AppError('conflict', `Somebody else changed ${of}. Reload it and try again.`, {
    reason: 'changed_meanwhile',
    ...(details !== undefined && { details }),
  });
}
