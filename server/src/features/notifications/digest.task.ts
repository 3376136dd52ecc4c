import { DAY_MS } from '@stowage/contract/formats/durations';
import { NOTIFICATION_DAYS } from '@stowage/contract/notifications/notifications';
import type { Context } from '../../platform/context.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { queueMail, readEmailSettings } from '../mail/index.ts';
import { claimForDigest, deleteNotificationsBefore } from './notification.repository.ts';

const MAX_LINES = 50;

/** Mails everybody their pending notifications every morning. A second run finds none. */
export function digestTask({ db }: { db: DatabasePool }): Task {
  return {
    name: 'notification-digest',
    cron: '0 6 * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        const digests = await claimForDigest(tx);
        if (!(await readEmailSettings(tx)).enabled) return;
        for (const { address, lines } of digests) {
          const rest = lines.length - MAX_LINES;
          await queueMail(tx, {
            kind: 'digest',
            recipient: address,
            subject: lines.length === 1 ? 'Stowage: 1 notification' : `Stowage: ${lines.length} notifications`,
            lines: [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`… and ${rest} more`] : [])],
            action: { label: 'Open the notifications', path: '/notifications' },
            footer: { text: 'Choose what Stowage mails you', path: '/profile#notifications' },
          });
        }
      }),
  };
}

/** Deletes notifications older than 90 days every night. */
export function purgeNotificationsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-notifications',
    cron: '57 3 * * *',
    run: async () => deleteNotificationsBefore(db, new Date(clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS)),
  };
}
