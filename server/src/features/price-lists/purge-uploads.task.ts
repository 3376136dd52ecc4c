import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteStagedBefore } from './upload.repository.ts';

/** Staged rows, and files that were never applied, are deleted after this time. */
const RETENTION_DAYS = 1;
/** Rejected rows can be downloaded for this time. */
const REJECTED_RETENTION_DAYS = 90;

/** Deletes old staged rows every night. Safe to run twice. */
export function purgePriceListUploadsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-price-list-uploads',
    cron: '40 3 * * *',
    run: async () => {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
      await deleteStagedBefore(db, { staged: daysAgo(RETENTION_DAYS), rejected: daysAgo(REJECTED_RETENTION_DAYS) });
    },
  };
}
