import type { FastifyInstance } from 'fastify';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import { mailRoutes } from './mail.routes.ts';
import { createMailService } from './mail.service.ts';
import { startMailSender } from './mail-sender.ts';
import { purgeMailsTask } from './purge-mails.task.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly bus: NotifyBus;
  readonly clock: Clock;
  readonly logger: Logger;
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
