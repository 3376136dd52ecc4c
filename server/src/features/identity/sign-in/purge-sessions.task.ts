import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { deleteSessionsOver } from './session.repository.ts';
import { deleteAttemptsBefore, deleteFailedSignInsBefore } from './sign-in-failure.repository.ts';

/** Sessions are kept this long after their end, and failed sign-ins, so that an administrator can look back. */
const KEEP_MS = 30 * DAY_MS;

/** Every night: forgets sessions long over and sign-in failures whose window has passed. Safe to run twice. */
export function purgeSessionsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'purge-sessions',
    payload: z.object({}).loose(),
    cron: '20 3 * * *',
    run: async () => {
      const now = clock.now();
      await deleteSessionsOver(db, new Date(now.getTime() - KEEP_MS));
      await deleteFailedSignInsBefore(db, new Date(now.getTime() - KEEP_MS));
      await deleteAttemptsBefore(db, now);
    },
  };
}
