import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { deleteStagedBefore } from './upload.repository.ts';

/** A file that nobody saved is kept for a day. */
const KEEP_MS = DAY_MS;

/** Every night: forgets staged rows. Safe to run twice. */
export function purgePoUploadsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'purge-purchase-order-uploads',
    payload: z.object({}).loose(),
    cron: '50 3 * * *',
    run: () => deleteStagedBefore(db, new Date(clock.now().getTime() - KEEP_MS)),
  };
}
