import * as contract from '@stowage/contract/mail/mail';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connect.ts';
import { route } from '../../platform/http/route.ts';
import { readEmailSettings } from './email-settings.repository.ts';
import { countKept, listMails } from './mail.repository.ts';
import type { MailService } from './mail.service.ts';
import { composeMail } from './mail-text.rules.ts';

const manage = { permission: 'settings.manage' } as const;

interface Dependencies {
  readonly db: Database;
  readonly service: MailService;
  /** There is no mail server, so the mailbox is where mails are read. */
  readonly isKept: boolean;
  readonly publicAddress: string;
}

export function mailRoutes(app: FastifyInstance, { db, service, isKept, publicAddress }: Dependencies): void {
  route(app, contract.getEmailSettings, manage, () => readEmailSettings(db));
  route(app, contract.saveEmailSettings, manage, ({ body: { seen, ...wanted } }) => service.saveSettings(wanted, seen));

  route(app, contract.sendTestEmail, manage, async ({ body }) => {
    await service.sendTest(body.email);
    return { success: true, message: isKept ? 'There is no mail server: the mail is in the mailbox' : contract.MAIL_MESSAGES.testSent };
  });

  route(app, contract.listMails, manage, async ({ query }) => {
    const { data, next } = await listMails(db, query.before);
    const withText = ({ content, ...mail }: (typeof data)[number]) => ({
      ...mail,
      text: isKept && content !== null ? composeMail(content, publicAddress).text : null,
    });
    const kept = isKept ? { count: 0, over: 0, oldestAt: null } : await countKept(db);
    return { data: data.map(withText), next, isKept, kept };
  });

  route(app, contract.resolveStoredMails, manage, ({ body: { send, until } }) => service.decideKept({ send, until: new Date(until) }));
}
