import { HOUR_MS } from '@stowage/contract/formats/durations';
import { CLEARING_JOBS, type ListingJobKind, RESTORE_HOURS } from '@stowage/contract/pricing/listing-jobs';

interface EndedJob {
  readonly kind: string;
  readonly status: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
}

/** An assignment can be undone once; a clear once, within a limited time. */
export function isUndoable({ kind, status, startedAt, finishedAt, undoneAt }: EndedJob, now: Date): boolean {
  if (undoneAt !== null || finishedAt === null) return false;
  if (kind === 'assign-skus') return status === 'COMPLETED';
  return kind === 'clear-listings' && !isTooLate(kind, startedAt, now);
}

/** Whether a job sends the quantities of a clear, and these are too old to be sent. @param clearedAt when the clear started */
export function isTooLate(kind: string, clearedAt: Date, now: Date): boolean {
  return CLEARING_JOBS.includes(kind) && now.getTime() - clearedAt.getTime() >= RESTORE_HOURS * HOUR_MS;
}

/** Jobs that change offers on the marketplace. Only one of them runs at a time, so that a clear and a sync never mix. */
export const PUSHES: readonly ListingJobKind[] = ['sync-listings', 'clear-listings', 'restore-listings', 'offer-quantities', 'fba-prices'];

/** Whether the rejected listings of a job can be retried. Rejected quantities are sent again by themselves. */
export function isRetryable({ kind, finishedAt }: EndedJob, rejected: number): boolean {
  return finishedAt !== null && rejected > 0 && kind !== 'offer-quantities' && (PUSHES as readonly string[]).includes(kind);
}

/** What the feeds of a kind of job do, in the list of feeds. */
export const OPERATION_TYPES: Readonly<Record<ListingJobKind, string>> = {
  'sync-listings': 'INVENTORY_SYNC',
  'preview-listings': 'INVENTORY_SYNC',
  'clear-listings': 'CLEAR',
  'restore-listings': 'RESTORE',
  'offer-quantities': 'QUANTITY',
  'follow-prices': 'PRICE',
  'fba-prices': 'FBA_PRICE',
  'assign-skus': 'INVENTORY_SYNC',
};
