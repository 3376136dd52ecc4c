import { type EmailSettings, MAX_RECIPIENTS } from '@stowage/contract/mail';
import type { Kysely } from 'kysely';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { lockEmailSettings, writeEmailSettings } from './email-settings.repository.ts';
import { changedSettings } from './email-settings.rules.ts';
import { insertTakenMail } from './mail.repository.ts';
import { sendOnce } from './mail-sender.ts';

export interface MailService {
  /**
   * @param seen what whoever changes them saw: what differs from that is applied to what is kept by now
   * @returns what is kept: without addresses that are named twice
   * @throws AppError `invalid_input` with too many addresses
   */
  saveSettings(settings: EmailSettings, seen?: EmailSettings): Promise<EmailSettings>;
  /** Sends a mail and waits for what the mail server says. @throws AppError `upstream_failed` with `not_sent` */
  sendTest(recipient: string): Promise<void>;
}

export function createMailService({ db, ...sending }: { db: Kysely<DB>; transport: MailTransport | undefined; publicAddress: string }): MailService {
  return {
    saveSettings: (wanted, seen) =>
      db.transaction().execute(async (tx) => {
        const saved = changedSettings(await lockEmailSettings(tx), { wanted, seen });
        if (saved.recipients.length > MAX_RECIPIENTS) throw new AppError('invalid_input', `At most ${MAX_RECIPIENTS} addresses can be recipients`);
        await writeEmailSettings(tx, saved);
        return saved;
      }),

    async sendTest(recipient) {
      const lines = ['This is a test mail from Stowage: mails arrive at this address.'];
      const mail = await insertTakenMail(db, { kind: 'test', recipient, subject: 'Stowage test email', lines });
      const problem = await sendOnce({ db, ...sending }, mail);
      if (problem !== undefined) throw new AppError('upstream_failed', `The mail server did not take it: ${problem}`, { reason: 'not_sent' });
    },
  };
}
