import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteFeesBefore } from './fee-lookup.repository.ts';

/** Old fees are useful while the marketplace is busy, but strangers can look up any number of ASINs. */
const RETENTION_MS = 30 * DAY_MS;

/** Deletes fees that nobody has looked up for a month, every night. Safe to run twice. */
export function purgeFeesTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-fee-lookups',
    cron: '50 3 * * *',
    run: async () => void (await deleteFeesBefore(db, new Date(clock.now().getTime() - RETENTION_MS))),
  };
}
