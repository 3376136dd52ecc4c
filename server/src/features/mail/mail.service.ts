import { type EmailSettings, MAX_RECIPIENTS } from '@stowage/contract/mail/mail';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import { AppError } from '../../platform/app-error.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { lockEmailSettings, writeEmailSettings } from './email-settings.repository.ts';
import { changedSettings } from './email-settings.rules.ts';
import { decideKept, insertTakenMail } from './mail.repository.ts';
import { sendOnce } from './mail-sender.ts';

export interface MailService {
  /**
   * @param seen what whoever changes them saw: what differs from that is applied to what is kept by now
   * @returns what is kept: without addresses that are named twice
   * @throws AppError `invalid_input` with too many addresses
   */
  saveSettings(settings: EmailSettings, seen?: EmailSettings): Promise<EmailSettings>;
  /** @throws AppError `rule_violated` with `no_mail_server` */
  decideKept(decision: { send: boolean; until: Date }): Promise<{ sent: number; left: number }>;
  /** Sends a mail and waits for what the mail server says. @throws AppError `upstream_failed` with `not_sent` */
  sendTest(recipient: string): Promise<void>;
}

export function createMailService({ db, ...sending }: { db: DatabasePool; transport: MailTransport | undefined; publicAddress: string }): MailService {
  return {
    saveSettings: (wanted, seen) =>
      db.transaction().execute(async (tx) => {
        const saved = changedSettings(await lockEmailSettings(tx), { wanted, seen });
        if (saved.recipients.length > MAX_RECIPIENTS) throw new AppError('invalid_input', `At most ${MAX_RECIPIENTS} addresses can be recipients`);
        await writeEmailSettings(tx, saved);
        return saved;
      }),

    async decideKept(decision) {
      if (sending.transport === undefined) throw new AppError('rule_violated', 'There is no mail server', { reason: 'no_mail_server' });
      return db.transaction().execute(async (tx) => {
        const decided = await decideKept(tx, decision);
        const { sent, left } = decided;
        if (sent > 0) await writeAuditEntry(tx, { action: 'SENT', record: { kind: 'mails', id: null }, records: sent });
        if (left > 0) await writeAuditEntry(tx, { action: 'LEFT', record: { kind: 'mails', id: null }, records: left });
        return decided;
      });
    },

    async sendTest(recipient) {
      const lines = ['This is a test mail from Stowage: mails arrive at this address.'];
      const mail = await insertTakenMail(db, { kind: 'test', recipient, subject: 'Stowage test email', lines });
      const problem = await sendOnce({ db, ...sending }, mail);
      if (problem !== undefined) throw new AppError('upstream_failed', `The mail server did not take it: ${problem}`, { reason: 'not_sent' });
    },
  };
}
