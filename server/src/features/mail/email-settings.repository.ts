import type { EmailSettings } from '@stowage/contract/mail/mail';
import type { Database } from '../../platform/database/connection/connect.ts';

export async function readEmailSettings(db: Database): Promise<EmailSettings> {
  const row = await db.selectFrom('email_settings').select(['enabled', 'recipients', 'batch_process_notifications']).executeTakeFirstOrThrow();
  return { enabled: row.enabled, recipients: row.recipients, batchProcessNotifications: row.batch_process_notifications };
}

/** Locks the settings for a change, so that concurrent changes see each other's result. */
export async function lockEmailSettings(tx: Database): Promise<EmailSettings> {
  await tx.selectFrom('email_settings').select('is_only').forUpdate().execute();
  return readEmailSettings(tx);
}

export async function writeEmailSettings(db: Database, { enabled, recipients, batchProcessNotifications }: EmailSettings): Promise<void> {
  await db.updateTable('email_settings').set({ enabled, recipients, batch_process_notifications: batchProcessNotifications }).execute();
}
