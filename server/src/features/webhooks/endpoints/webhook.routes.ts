import * as contract from '@stowage/contract/webhooks/webhooks';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import type { WebhookService } from './endpoint.service.ts';
import { listDeliveries, listWebhooks } from './webhook.read-model.ts';

/** A receiver may read what it missed and ask for it again. */
const read = { permission: 'settings.manage' } as const;
/** Where data goes, people decide. */
const manage = { ...read, forKeys: false } as const;
const redirect = { ...manage, stepUp: true } as const;

export function webhookRoutes(app: FastifyInstance, { db }: Pick<Context, 'db'>, webhooks: WebhookService): void {
  route(app, contract.listWebhooks, read, () => listWebhooks(db));
  route(app, contract.createWebhook, redirect, ({ body }, { caller }) => webhooks.create(body, caller.userId));
  route(app, contract.changeWebhook, redirect, ({ params, body }) => success(webhooks.save(params.id, body)));
  route(app, contract.replaceWebhookSecret, redirect, ({ params }) => webhooks.replaceSecret(params.id));
  route(app, contract.removeWebhook, manage, ({ params }) => success(webhooks.remove(params.id)));
  route(app, contract.pauseWebhook, manage, ({ params }) => success(webhooks.pause(params.id)));
  route(app, contract.resumeWebhook, manage, ({ params }) => success(webhooks.resume(params.id)));
  route(app, contract.testWebhook, manage, ({ params }) => webhooks.test(params.id));
  route(app, contract.listDeliveries, read, async ({ params, query }) => {
    const rows = await listDeliveries(db, { endpointId: params.id, ...query, limit: contract.DELIVERIES_PAGE_SIZE + 1 });
    const data = rows.slice(0, contract.DELIVERIES_PAGE_SIZE);
    return { data, next: rows.length > data.length ? (data.at(-1)?.event_id ?? null) : null };
  });
  route(app, contract.replayDeliveries, read, async ({ params, body }) => {
    const range = 'event_ids' in body ? { ids: body.event_ids } : { from: new Date(body.from), to: new Date(body.to) };
    return { replayed: await webhooks.replay(params.id, range) };
  });
}
