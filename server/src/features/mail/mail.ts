import type { FastifyInstance } from 'fastify';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { Context } from '../../platform/context.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import { mailRoutes } from './mail.routes.ts';
import { createMailService } from './mail.service.ts';
import { startMailSender } from './mail-sender.ts';
import { purgeMailsTask } from './purge-mails.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly bus: NotifyBus;
  readonly mail: { readonly transport: MailTransport | undefined; readonly publicAddress: string };
}

export function createMail({ mail, ...rest }: Dependencies) {
  const deps = { ...rest, ...mail };
  return {
    routes: (app: FastifyInstance) => mailRoutes(app, { ...deps, service: createMailService(deps), isKept: mail.transport === undefined }),
    tasks: [purgeMailsTask(deps)],
    start() {
      const sender = startMailSender(deps);
      return () => sender.stop();
    },
  };
}
