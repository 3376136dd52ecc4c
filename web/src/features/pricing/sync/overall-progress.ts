import { type FeedStatusMessage, type JobStatus, type ListingJob, UNSENT_JOBS } from '@stowage/contract/pricing/listing-jobs';

type Stage = readonly [start: number, end: number];

/** The share of the whole job, in percent, at which a stage starts and ends. Sending takes as long as everything before it. */
const STAGES: Readonly<Record<JobStatus, Stage>> = {
  STARTED: [0, 0],
  FETCHING: [0, 50],
  BUILDING: [50, 50],
  SUBMITTING: [50, 100],
  COMPLETED: [100, 100],
  ERROR: [0, 100],
};

/** How much of a job is done, in percent. Each stage counts from zero, so its own share would jump back. */
export function overallPercent(
  kind: ListingJob['kind'],
  { status, current, total, isComplete }: Pick<FeedStatusMessage, 'status' | 'current' | 'total' | 'isComplete'>,
): number {
  if (isComplete && status === 'COMPLETED') return 100;
  const [start, end] = UNSENT_JOBS.includes(kind) && status === 'FETCHING' ? [0, 100] : STAGES[status];
  const share = total === 0 ? 0 : Math.min(1, current / total);
  return Math.floor(start + (end - start) * share);
}
