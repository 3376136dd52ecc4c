import * as z from 'zod';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { addUpSums, hasUnaddedSums } from '../matching/matching.repository.ts';

/** Compacts the sums of the lists every few minutes. Safe to run twice. */
export function addUpSumsTask({ db }: { db: DatabasePool }): Task {
  return {
    name: 'add-up-purchase-sums',
    payload: z.object({}).loose(),
    cron: '*/5 * * * *',
    async run() {
      if (await hasUnaddedSums(db)) await addUpSums(db);
    },
  };
}
