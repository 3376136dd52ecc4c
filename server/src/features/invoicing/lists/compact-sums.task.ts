import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { areSumsLong, compactSums } from './sums.repository.ts';

/** Compacts the sums of the lists every few minutes. Safe to run twice. */
export function compactSumsTask({ db }: { db: DatabasePool }): Task {
  return {
    name: 'add-up-purchase-sums',
    cron: '*/5 * * * *',
    async run() {
      if (await areSumsLong(db)) await compactSums(db);
    },
  };
}
