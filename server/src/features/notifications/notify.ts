import { isAlwaysMailed, isBatch, NOTIFICATION_KINDS } from '@stowage/contract/notifications/notifications';
import type { Database } from '../../platform/database/connection/connect.ts';
import { sendAtCommit } from '../../platform/realtime/notify-bus.ts';
import { queueMail, readEmailSettings } from '../mail/index.ts';
import { muteTokenOf } from './mute-link.repository.ts';
import { insertNotifications, keyOf, type NewNotification } from './notification.repository.ts';

/**
 * Notifies people in the caller's transaction, through the channels that they chose. Skips people without permission to open
 * the record. Open pages are updated at the commit. The recipients of mails about batch processes get one mail for each key.
 */
export async function notify(tx: Database, notification: NewNotification): Promise<void> {
  const { kind, title, body, path } = notification;
  const added = await insertNotifications(tx, notification);
  for (const { user_id } of added) await sendAtCommit(tx, `notifications/${user_id}`, '{}');
  const mailed = added.filter((recipient) => recipient.email === 'NOW');
  if (mailed.length === 0 && !isBatch(kind)) return;
  const { enabled, batchProcessNotifications, recipients } = await readEmailSettings(tx);
  if (!enabled) return;
  const mail = { subject: title, lines: body === undefined ? [title] : [title, body], action: { label: 'Open', path } };
  for (const { user_id, address } of mailed) {
    await queueMail(tx, {
      ...mail,
      kind,
      recipient: address,
      footer: { text: 'Choose what Stowage mails you', path: '/profile#notifications' },
      ...(!isAlwaysMailed(kind) && {
        mute: { label: `Turn off these mails: ${NOTIFICATION_KINDS[kind].label}`, token: await muteTokenOf(tx, { userId: user_id, kind }) },
      }),
    });
  }
  if (!isBatch(kind) || !batchProcessNotifications) return;
  for (const recipient of recipients) {
    const footer = { text: 'Choose who gets these mails', path: '/admin/settings#email-notifications' };
    await queueMail(tx, { ...mail, kind: 'batch-process', recipient, footer, key: `${keyOf(notification)} ${recipient.toLowerCase()}` });
  }
}
