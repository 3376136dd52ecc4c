import * as contract from '@stowage/contract/identity/account';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { listOpenSessions } from '../sign-in/session.repository.ts';
import type { AccountLinkService } from './account-link.service.ts';
import type { OwnAccountService } from './own-account.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: AccountLinkService;
  readonly account: OwnAccountService;
}

const own = { permission: 'account.own' } as const;

/** What mailed links open, and what people do with their own account. */
export function accountRoutes(app: FastifyInstance, { db, clock, links, account }: Dependencies): void {
  publicRoute(app, contract.forgotPassword, async ({ body }, { address }) => {
    await links.forgotten(body.email, address);
    return { success: true };
  });
  publicRoute(app, contract.readAccountLink, ({ body }) => links.read(body.token));
  publicRoute(app, contract.useAccountLink, async ({ body }) => {
    await links.use(body);
    return { success: true };
  });

  route(app, contract.getProfile, own, (_, { caller }) => account.profile(caller));
  route(app, contract.saveProfile, own, async ({ body }, { caller }) => {
    await account.rename(caller, body.name);
    return { success: true };
  });
  route(app, contract.changePassword, own, async ({ body }, { caller }) => {
    await account.changePassword(caller, body);
    return { success: true };
  });

  route(app, contract.listOwnSessions, own, async (_, { caller }) => {
    const sessions = await listOpenSessions(db, caller.userId, clock.now());
    return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }));
  });
  route(app, contract.endOwnSession, own, async ({ params }, { caller }) => {
    await account.endSession(caller, params.id);
    return { success: true };
  });
  route(app, contract.endOwnSessions, own, async (_, { caller }) => ({ ended: await account.endSessions(caller) }));

  route(app, contract.startTwoFactor, own, ({ body }, { caller }) => account.startTwoFactor(caller, body.password));
  route(app, contract.confirmTwoFactor, own, async ({ body }, { caller }) => ({ recoveryCodes: await account.confirmTwoFactor(caller, body.code) }));
  route(app, contract.removeTwoFactor, own, async ({ body }, { caller }) => {
    await account.removeTwoFactor(caller, body.password);
    return { success: true };
  });
}
