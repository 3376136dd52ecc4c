import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { deleteStagedBefore } from './staged-file.repository.ts';

/** Deletes the staged rows of files that were not saved within a day, every night. Idempotent. */
export function purgePoUploadsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-purchase-order-uploads',
    cron: '50 3 * * *',
    run: () => deleteStagedBefore(db, new Date(clock.now().getTime() - DAY_MS)),
  };
}
