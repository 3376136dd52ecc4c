import * as contract from '@stowage/contract/marketplace-connection';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { ConnectionService } from './connection.service.ts';

const manage = { permission: 'settings.manage' } as const;

export function connectionRoutes(
  app: FastifyInstance,
  { service, onConnected }: { service: ConnectionService; onConnected: (userId: number) => Promise<void> },
): void {
  route(app, contract.getMarketplaceConnection, manage, () => service.state());

  route(app, contract.testMarketplaceConnection, manage, () => service.test());

  route(app, contract.saveMarketplaceCredentials, manage, async ({ body }, { caller }) => {
    await service.saveCredentials(body, caller.userId);
    await onConnected(caller.userId);
    return { success: true };
  });

  route(app, contract.removeMarketplaceCredentials, manage, async () => {
    await service.removeCredentials();
    return { success: true };
  });
}
