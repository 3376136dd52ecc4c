import * as contract from '@stowage/contract/mail/mail';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { readEmailSettings } from './email-settings.repository.ts';
import { countStoredMails, listMails } from './mail.repository.ts';
import type { MailService } from './mail.service.ts';
import { composeMail } from './mail-text.rules.ts';

const manage = { permission: 'settings.manage' } as const;

interface Dependencies {
  readonly db: Database;
  readonly service: MailService;
  /** Without a mail server, mails are stored and read in the mailbox. */
  readonly isKept: boolean;
  readonly publicAddress: string;
}

export function mailRoutes(app: FastifyInstance, { db, service, isKept, publicAddress }: Dependencies): void {
  route(app, contract.getEmailSettings, manage, () => readEmailSettings(db));
  route(app, contract.saveEmailSettings, manage, ({ body: { seen, ...wanted } }) => service.saveSettings(wanted, seen));

  route(app, contract.sendTestEmail, manage, async ({ body }) => {
    await service.sendTest(body.email);
    return { success: true, message: isKept ? 'There is no mail server. The mail is in the mailbox.' : contract.MAIL_MESSAGES.testSent };
  });

  route(app, contract.listMails, manage, async ({ query }) => {
    const { data, next } = await listMails(db, query.before);
    const withText = ({ content, ...mail }: (typeof data)[number]) => ({
      ...mail,
      text: isKept && content !== null ? composeMail(content, publicAddress).text : null,
    });
    const kept = isKept ? { count: 0, over: 0, oldestAt: null } : await countStoredMails(db);
    return { data: data.map(withText), next, isKept, kept };
  });

  route(app, contract.resolveStoredMails, manage, ({ body: { send, until } }) => service.resolveStored({ send, until: new Date(until) }));
}
