import { BULK_ACTIONS } from '@stowage/contract/bulk/bulk';
import { INDEX_JOBS } from '@stowage/contract/index-advisor/index-advisor';
import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import { FOLLOWING_JOBS, LISTING_JOBS } from '@stowage/contract/pricing/listing-jobs';
import type { JobRunRow } from './job-run.read-model.ts';

const BULK_TITLES = Object.fromEntries(Object.entries(BULK_ACTIONS).map(([kind, { title }]) => [`bulk-${kind}`, title]));
/** The titles on screens, by kind. */
export const JOB_TITLES: Readonly<Record<string, string>> = { ...STARTABLE_JOBS, ...LISTING_JOBS, ...FOLLOWING_JOBS, ...INDEX_JOBS, ...BULK_TITLES };

export const KINDS_BY_TITLE = Object.entries(JOB_TITLES)
  .toSorted(([, one], [, other]) => one.localeCompare(other))
  .map(([kind]) => kind);

export function withTitle<R extends JobRunRow>(run: R): R & { title: string } {
  return { ...run, title: JOB_TITLES[run.kind] ?? run.kind };
}
