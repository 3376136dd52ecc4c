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

export function changedMeanwhile(of: string, details?: unknown): AppError {
  return new AppError('conflict', `Somebody else changed ${of}. Reload it and try again.`, {
    reason: 'changed_meanwhile',
    ...(details !== undefined && { details }),
  });
}
