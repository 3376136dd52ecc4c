import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteMailsBefore } from './mail.repository.ts';

const RETENTION_MS = 90 * DAY_MS;

/** Deletes mails older than 90 days every night. */
export function purgeMailsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-mails',
    cron: '55 3 * * *',
    run: async () => deleteMailsBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
  };
}
