import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteStagedBefore } from './upload.repository.ts';

/** A file that was compared and left is kept for a day; so are the staged rows of one that was applied. */
const KEEP_DAYS = 1;
/** The rows that were not taken can be downloaded for so long. */
const KEEP_REFUSED_DAYS = 90;

/** Every night: forgets staged rows. Safe to run twice. */
export function purgeUploadsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'purge-price-list-uploads',
    payload: z.object({}).loose(),
    cron: '40 3 * * *',
    run: async () => {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
      await deleteStagedBefore(db, { staged: daysAgo(KEEP_DAYS), refused: daysAgo(KEEP_REFUSED_DAYS) });
    },
  };
}
