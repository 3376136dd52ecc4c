import * as contract from '@stowage/contract/identity/api-keys';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { listApiKeys } from './api-key.read-model.ts';
import { createApiKeys } from './api-key.service.ts';

/** A key that could read or create keys would outlive its own revocation. */
const manage = { permission: 'settings.manage', forKeys: false } as const;

export function apiKeyRoutes(app: FastifyInstance, deps: Pick<Context, 'db' | 'clock'>): void {
  const keys = createApiKeys(deps);
  route(app, contract.listApiKeys, manage, () => listApiKeys(deps.db, deps.clock.now()));
  route(app, contract.createApiKey, { ...manage, stepUp: true }, ({ body }, { caller }) => keys.create(body, caller));
  route(app, contract.revokeApiKey, manage, ({ params }, { caller }) => success(keys.revoke(params.id, caller.userId)));
}
