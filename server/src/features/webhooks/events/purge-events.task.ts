import { DAY_MS } from '@stowage/contract/formats/durations';
import { WEBHOOK_DAYS } from '@stowage/contract/webhooks/webhooks';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { deleteEventsBefore } from './collect-events.repository.ts';

/** Deletes old events with their deliveries every night. Safe to run twice. */
export function purgeEventsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-webhook-events',
    cron: '40 3 * * *',
    run: () => deleteEventsBefore(db, new Date(clock.now().getTime() - WEBHOOK_DAYS * DAY_MS)),
  };
}
