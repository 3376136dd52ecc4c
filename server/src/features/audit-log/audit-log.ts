import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import { chainAuditEntriesTask, purgeRefusedCallsTask } from './audit-log.tasks.ts';
import { recordRefusedCall } from './refused-call.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly secrets: { readonly encryptionKey: Keyring };
}

export const createAuditLog = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => {
    // A refusal that can't be recorded is still a refusal.
    app.refusalTap = (refused) =>
      recordRefusedCall(deps, refused).catch((err: unknown) => deps.logger.warn({ err, ...refused }, 'a refused call could not be recorded'));
    auditLogRoutes(app, deps);
  },
  tasks: [chainAuditEntriesTask({ ...deps, encryptionKey: deps.secrets.encryptionKey }), purgeRefusedCallsTask(deps)],
});
