import * as contract from '@stowage/contract/marketplace-events/marketplace-events';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { retryFailed, stateOfEvents } from './marketplace-events.service.ts';
import type { Subscriptions } from './settings/subscription.service.ts';

const manage = { permission: 'settings.manage' } as const;

export function marketplaceEventRoutes(app: FastifyInstance, deps: Parameters<typeof stateOfEvents>[0] & { readonly subscriptions: Subscriptions }): void {
  const { settings, subscriptions } = deps;
  route(app, contract.getMarketplaceEvents, manage, () => stateOfEvents(deps));
  route(app, contract.checkSubscriptions, manage, () => subscriptions.check());
  route(app, contract.subscribeToEvents, manage, (_, { caller }) => subscriptions.subscribe(caller.userId));
  route(app, contract.retryFailedEvents, manage, () => retryFailed(deps));

  route(app, contract.saveEventQueue, { ...manage, stepUp: true }, async ({ body }, { caller }) => {
    await settings.save(body, caller.userId);
    return { success: true };
  });

  route(app, contract.removeEventQueue, { ...manage, stepUp: true }, async () => {
    await settings.remove();
    return { success: true };
  });
}
