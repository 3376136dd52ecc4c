import { RESTORE_HOURS } from '@stowage/contract/pricing';

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
