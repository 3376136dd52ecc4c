import { type EmailSettings, MAX_RECIPIENTS } from '@stowage/contract/mail/mail';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import { AppError } from '../../platform/app-error.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { lockEmailSettings, writeEmailSettings } from './email-settings.repository.ts';
import { mergeSettings } from './email-settings.rules.ts';
import { insertClaimedMail, resolveStoredMails } from './mail.repository.ts';
import { wakeSender } from './mail-queue.service.ts';
import { CLAIM_TIMEOUT_MS, sendOnce } from './mail-sender.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly transport: MailTransport | undefined;
  readonly publicAddress: string;
}

export type MailService = ReturnType<typeof createMailService>;

export function createMailService({ db, ...sending }: Dependencies) {
  return {
    /** @param seen the settings that the change is based on @throws AppError `invalid_input` with too many addresses */
    saveSettings: (wanted: EmailSettings, seen?: EmailSettings): Promise<EmailSettings> =>
      db.transaction().execute(async (tx) => {
        const saved = mergeSettings(await lockEmailSettings(tx), { wanted, seen });
        if (saved.recipients.length > MAX_RECIPIENTS) throw new AppError('invalid_input', `At most ${MAX_RECIPIENTS} recipients are allowed`);
        await writeEmailSettings(tx, saved);
        return saved;
      }),

    /** @throws AppError `rule_violated` with `no_mail_server` */
    async resolveStored(decision: { send: boolean; until: Date }) {
      if (sending.transport === undefined) throw new AppError('rule_violated', 'There is no mail server', { reason: 'no_mail_server' });
      return db.transaction().execute(async (tx) => {
        const counts = await resolveStoredMails(tx, decision);
        const { sent, left } = counts;
        if (sent > 0) await wakeSender(tx);
        if (sent > 0) await writeAuditEntry(tx, { action: 'SENT', record: { kind: 'mails', id: null }, records: sent });
        if (left > 0) await writeAuditEntry(tx, { action: 'LEFT', record: { kind: 'mails', id: null }, records: left });
        return counts;
      });
    },

    /** Sends a mail and waits for the mail server's answer. @throws AppError `upstream_failed` with `not_sent` */
    async sendTest(recipient: string): Promise<void> {
      const lines = ['This is a test mail from Stowage. This address receives mails.'];
      const mail = await insertClaimedMail(db, { kind: 'test', recipient, subject: 'Stowage test email', lines }, { timeoutMs: CLAIM_TIMEOUT_MS });
      const problem = await sendOnce({ db, ...sending }, mail);
      if (problem !== undefined) throw new AppError('upstream_failed', `The mail server rejected the mail: ${problem}`, { reason: 'not_sent' });
    },
  };
}
