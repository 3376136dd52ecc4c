import * as contract from '@stowage/contract/connection/marketplace-connection';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { ConnectionService } from './connection.service.ts';

const manage = { permission: 'settings.manage' } as const;

export function connectionRoutes(
  app: FastifyInstance,
  {
    service,
    onChanged,
    onConnected,
  }: { service: ConnectionService; onChanged: (userId: number) => Promise<void>; onConnected: (userId: number) => Promise<void> },
): void {
  route(app, contract.getMarketplaceConnection, manage, () => service.state());

  route(app, contract.testMarketplaceConnection, manage, () => service.test());

  route(app, contract.saveMarketplaceCredentials, { ...manage, stepUp: true }, async ({ body }, { caller }) => {
    await service.saveCredentials(body, caller.userId);
    await onChanged(caller.userId);
    await onConnected(caller.userId);
    return { success: true };
  });

  route(app, contract.removeMarketplaceCredentials, { ...manage, stepUp: true }, async (_, { caller }) => {
    await service.removeCredentials();
    await onChanged(caller.userId);
    return { success: true };
  });
}
