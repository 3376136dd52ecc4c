import type { EmailSettings } from '@stowage/contract/mail';
import type { Kysely } from 'kysely';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { writeEmailSettings } from './email-settings.repository.ts';
import { insertTakenMail } from './mail.repository.ts';
import { sendOnce } from './mail-sender.ts';

export interface MailService {
  /** @returns what is kept: without addresses that are named twice */
  saveSettings(settings: EmailSettings): Promise<EmailSettings>;
  /** Sends a mail and waits for what the mail server says. @throws AppError `upstream_failed` with `not_sent` */
  sendTest(recipient: string): Promise<void>;
}

export function createMailService({ db, ...sending }: { db: Kysely<DB>; transport: MailTransport | undefined; publicAddress: string }): MailService {
  return {
    async saveSettings(settings) {
      const seen = new Set<string>();
      const recipients = settings.recipients.filter((address) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()));
      const saved = { ...settings, recipients };
      await writeEmailSettings(db, saved);
      return saved;
    },

    async sendTest(recipient) {
      const lines = ['This is a test mail from Stowage: mails arrive at this address.'];
      const mail = await insertTakenMail(db, { kind: 'test', recipient, subject: 'Stowage test email', lines });
      const problem = await sendOnce({ db, ...sending }, mail);
      if (problem !== undefined) throw new AppError('upstream_failed', `The mail server did not take it: ${problem}`, { reason: 'not_sent' });
    },
  };
}
