import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { deliverTo } from './delivery/deliver.service.ts';
import { listTargets } from './delivery/delivery.repository.ts';
import { createPoster } from './delivery/post-message.ts';
import { runWebhooks, type Work } from './delivery/run-webhooks.ts';
import { createWebhookService } from './endpoints/endpoint.service.ts';
import { webhookRoutes } from './endpoints/webhook.routes.ts';
import { collectAll, type Followed } from './events/collect-events.ts';
import { purgeEventsTask } from './events/purge-events.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly secrets: { readonly encryptionKey: Keyring };
  /** Private networks that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
}

const CONTEXT = 'secret of a webhook';

export const WEBHOOK_SECRETS: SealedColumn = { table: 'webhook_endpoints', id: 'id', column: 'sealed', contextsOf: () => [CONTEXT] };

/** Sends events of all areas to other systems, signed and in order per record. */
export function createWebhooks({ secrets, webhookNetworks, ...context }: Dependencies) {
  const sealing = { key: secrets.encryptionKey, context: CONTEXT };
  const poster = createPoster(webhookNetworks);
  const deps = { ...context, poster, openSecret: (sealed: string) => unseal(sealed, sealing), sealSecret: (secret: string) => seal(secret, sealing) };
  const followed: Followed = { names: undefined };
  const work: Work = {
    collect: () => collectAll(deps, followed),
    listTargets: () => listTargets(deps.db, deps.clock.now()),
    deliver: (target) => deliverTo(deps, target),
  };
  return {
    work,
    routes: (app: FastifyInstance) => webhookRoutes(app, deps, createWebhookService(deps)),
    tasks: [purgeEventsTask(deps)],
    start: () => runWebhooks(work, context.logger),
    close: () => poster.close(),
  };
}
