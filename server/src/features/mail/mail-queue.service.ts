import type { EmailSettings } from '@stowage/contract/mail/mail';
import type { Database } from '../../platform/database/connection/connect.ts';
import { sendAtCommit } from '../../platform/realtime/notify-bus.ts';
import * as settings from './email-settings.repository.ts';
import { insertMail, markQueued, type NewMail } from './mail.repository.ts';

/** The message that wakes the sender when a mail was queued. */
export const MAIL_QUEUED = 'mail-queued';

/** Queues a mail in the caller's transaction; it is sent after the commit. @returns undefined when the key was queued before */
export async function queueMail(tx: Database, mail: NewMail): Promise<number | undefined> {
  const id = await insertMail(tx, mail);
  if (id !== undefined) await wakeSender(tx);
  return id;
}

/** Queues a failed or stored mail again. @returns false for any other mail, or when its text was deleted */
export async function requeueMail(tx: Database, id: number): Promise<boolean> {
  const isQueued = await markQueued(tx, id);
  if (isQueued) await wakeSender(tx);
  return isQueued;
}

/** Sends what was queued as soon as the transaction commits. */
export function wakeSender(tx: Database): Promise<void> {
  return sendAtCommit(tx, MAIL_QUEUED, '');
}

/** Which mails are sent, and to whom. */
export function readEmailSettings(db: Database): Promise<EmailSettings> {
  return settings.readEmailSettings(db);
}
