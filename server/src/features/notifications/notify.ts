import { isAlwaysMailed, NOTIFICATION_KINDS } from '@stowage/contract/notifications/notifications';
import type { Database } from '../../platform/database/connection/connect.ts';
import { sendAtCommit } from '../../platform/realtime/notify-bus.ts';
import { queueMail, readEmailSettings } from '../mail/index.ts';
import { muteTokenOf } from './mute-link.repository.ts';
import { insertNotifications, type NewNotification } from './notification.repository.ts';

/**
 * Notifies people in the caller's transaction, through the channels that they chose. Skips people without permission to open
 * the record. Open pages are updated at the commit.
 */
export async function notify(tx: Database, notification: NewNotification): Promise<void> {
  const { kind, title, body, path } = notification;
  const added = await insertNotifications(tx, notification);
  for (const { user_id } of added) await sendAtCommit(tx, `notifications/${user_id}`, '{}');
  const mailed = added.filter((recipient) => recipient.email === 'NOW');
  if (mailed.length === 0 || !(await readEmailSettings(tx)).enabled) return;
  for (const { user_id, address } of mailed) {
    await queueMail(tx, {
      kind,
      recipient: address,
      subject: title,
      lines: body === undefined ? [title] : [title, body],
      action: { label: 'Open', path },
      footer: { text: 'Choose what Stowage mails you', path: '/profile#notifications' },
      ...(!isAlwaysMailed(kind) && {
        mute: { label: `Turn off these mails: ${NOTIFICATION_KINDS[kind].label}`, token: await muteTokenOf(tx, { userId: user_id, kind }) },
      }),
    });
  }
}
