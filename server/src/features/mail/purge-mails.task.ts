import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteMailsBefore } from './mail.repository.ts';

const KEEP_MS = 90 * DAY_MS;

/** Every night: forgets mails of more than 90 days ago. Safe to run twice. */
export function purgeMailsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'purge-mails',
    payload: z.object({}).loose(),
    cron: '55 3 * * *',
    run: async () => deleteMailsBefore(db, new Date(clock.now().getTime() - KEEP_MS)),
  };
}
