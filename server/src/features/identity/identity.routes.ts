import { login, logout, refresh } from '@stowage/contract/session';
import type { FastifyInstance } from 'fastify';
import { publicRoute } from '../../platform/http/route.ts';
import type { SessionService } from './session.service.ts';

export function identityRoutes(app: FastifyInstance, sessions: SessionService): void {
  publicRoute(app, login, ({ body }, { address }) => sessions.signIn({ email: body.username, password: body.password, address }));
  publicRoute(app, refresh, ({ body }) => sessions.refresh(body.refreshToken));
  publicRoute(app, logout, async ({ body }) => {
    await sessions.signOut(body.refreshToken);
    return { success: true };
  });
}
