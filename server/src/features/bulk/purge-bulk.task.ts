import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteBulkBefore } from './bulk.repository.ts';

/** As long as the jobs that worked on them. */
const RETENTION_MS = 90 * DAY_MS;

/** Deletes old actions with their rows, every night. The histories of the records keep what happened. */
export function purgeBulkTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-bulk-actions',
    cron: '45 3 * * *',
    run: () => deleteBulkBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
  };
}
