import { type Delivery, MAX_WEBHOOKS, type webhookInput } from '@stowage/contract/webhooks/webhooks';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { attempt, type DeliveryDependencies, leaseFrom } from '../delivery/deliver.service.ts';
import { findTarget } from '../delivery/delivery.repository.ts';
import { newSecret } from '../delivery/signature.ts';
import { insertTestEvent, lockSubscriptions, startCursors } from '../events/collect-events.repository.ts';
import { sourcesOf } from '../events/collect-events.ts';
import * as repository from './endpoint.repository.ts';
import { listDeliveries } from './webhook.read-model.ts';

interface Dependencies extends DeliveryDependencies {
  readonly sealSecret: (secret: string) => string;
}

type Input = z.output<typeof webhookInput>;
export type WebhookService = ReturnType<typeof createWebhookService>;

/** What administrators do with webhooks. Methods with an id throw AppError `not_found`. */
export function createWebhookService(deps: Dependencies) {
  const { db, clock, sealSecret } = deps;
  const change = <T>(id: number, work: (tx: DatabaseTransaction, endpoint: { version: number; state: string }) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      await lockSubscriptions(tx);
      const endpoint = await repository.lockEndpoint(tx, id);
      if (endpoint === undefined) throw noSuchWebhook();
      return work(tx, endpoint);
    });
  return {
    /** @returns the secret, which can't be read again @throws AppError `rule_violated` with `too_many_webhooks` */
    create: (input: Input, createdBy: number) =>
      db.transaction().execute(async (tx) => {
        await lockSubscriptions(tx);
        if ((await repository.countEndpoints(tx)) >= MAX_WEBHOOKS) {
          throw new AppError('rule_violated', `There are ${MAX_WEBHOOKS} webhooks already. Remove one first.`, { reason: 'too_many_webhooks' });
        }
        const secret = newSecret();
        const id = await repository.insertEndpoint(tx, { ...input, sealed: sealSecret(secret), createdBy, createdAt: clock.now() });
        await startCursors(tx, sourcesOf(input.events));
        return { id, secret };
      }),

    /** @throws AppError `conflict` with `changed_meanwhile` */
    save: (id: number, { version, ...input }: Input & { version: number }) =>
      change(id, async (tx, endpoint) => {
        requireVersion({ expected: version, current: endpoint.version, of: 'this webhook' });
        await repository.updateEndpoint(tx, id, input);
        await startCursors(tx, sourcesOf(input.events));
      }),

    replaceSecret: (id: number) =>
      change(id, async (tx) => {
        const secret = newSecret();
        await repository.updateSecret(tx, id, sealSecret(secret));
        return { id, secret };
      }),

    remove: (id: number) => change(id, (tx) => repository.deleteEndpoint(tx, id)),
    pause: (id: number) => change(id, (tx) => repository.pauseEndpoint(tx, id, clock.now())),
    resume: (id: number) => change(id, (tx) => repository.resumeEndpoint(tx, id, clock.now())),

    /** Sends a test event at once, also to a paused endpoint. */
    async test(id: number): Promise<Delivery> {
      const now = clock.now();
      const eventId = await change(id, (tx) => insertTestEvent(tx, { endpointId: id, now, leasedUntil: leaseFrom(now) }));
      const target = await findTarget(db, id);
      if (target !== undefined) await attempt(deps, target, { limit: 1, eventId });
      const [delivery] = await listDeliveries(db, { endpointId: id, eventId, limit: 1 });
      if (delivery === undefined) throw noSuchWebhook();
      return delivery;
    },

    /** @returns how many events are sent again */
    replay: (id: number, range: Parameters<typeof repository.replay>[2]) => change(id, (tx) => repository.replay(tx, id, range, clock.now())),
  };
}

function noSuchWebhook(): AppError {
  return new AppError('not_found', 'There is no such webhook');
}
