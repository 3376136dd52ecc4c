import { type ListingJobKind, RESTORE_HOURS } from '@stowage/contract/pricing/pricing';

interface EndedJob {
  readonly kind: string;
  readonly status: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
}

/** An assignment can be taken back once, a clear too while its quantities still mean something. */
export function isUndoable({ kind, status, startedAt, finishedAt, undoneAt }: EndedJob, now: Date): boolean {
  if (undoneAt !== null || finishedAt === null) return false;
  if (kind === 'assign-skus') return status === 'COMPLETED';
  return kind === 'clear-listings' && now.getTime() - startedAt.getTime() < RESTORE_HOURS * 3_600_000;
}

/** These change what the marketplace offers, so that one at a time may: a clear must not run into a sync. */
export const PUSHES: readonly ListingJobKind[] = ['sync-listings', 'clear-listings', 'restore-listings', 'fba-prices'];

/** What was rejected in a job that is over can be tried again. */
export function isRetryable({ kind, finishedAt }: EndedJob, rejected: number): boolean {
  return finishedAt !== null && rejected > 0 && (PUSHES as readonly string[]).includes(kind);
}
