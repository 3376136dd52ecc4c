import * as contract from '@stowage/contract/identity/account';
import type { FastifyInstance } from 'fastify';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import type { SessionList } from '../sessions/open-session.read-model.ts';
import type { AccountLinkService } from './account-link.service.ts';
import type { OwnAccountService } from './own-account.service.ts';
import type { Verification } from './verification.service.ts';

interface Dependencies {
  readonly links: AccountLinkService;
  readonly account: OwnAccountService;
  readonly listSessions: SessionList;
  readonly verification: Verification;
}

const own = { permission: 'account.own', forKeys: false } as const;
const guarded = { ...own, stepUp: true } as const;
/** Also for a person who must set up two-step sign-in before anything else. */
const setUp = { ...own, during: ['two-factor'] } as const;
const firstSteps = { ...own, during: ['password', 'two-factor'] } as const;
const passwordChange = { ...own, during: ['password'] } as const;

/** The calls behind mailed links and of people's own accounts. */
export function accountRoutes(app: FastifyInstance, { links, account, listSessions, verification }: Dependencies): void {
  publicRoute(app, contract.forgotPassword, async ({ body }, { address }) => ({ success: true, isMailed: await links.requestReset(body.email, address) }));
  publicRoute(app, contract.readAccountLink, ({ body }) => links.read(body.token));
  publicRoute(app, contract.useAccountLink, ({ body }) => success(links.use(body)));

  route(app, contract.getProfile, firstSteps, (_, { caller }) => account.profile(caller));
  route(app, contract.saveProfile, own, ({ body }, { caller }) => success(account.rename(caller, body.name)));
  route(app, contract.changePassword, passwordChange, ({ body }, { caller }) => success(account.changePassword(caller, body)));

  route(app, contract.verifyIdentity, setUp, ({ body }, { caller }) => success(verification.verify(caller, body)));

  route(app, contract.listOwnSessions, own, (_, { caller }) => listSessions(caller.userId, caller));
  route(app, contract.endOwnSession, guarded, ({ params }, { caller }) => success(account.endSessions(caller, params.id)));
  route(app, contract.endOwnSessions, guarded, async (_, { caller }) => ({ ended: await account.endSessions(caller) }));

  route(app, contract.startTwoFactor, setUp, ({ body }, { caller }) => account.startTwoFactor(caller, body.password));
  route(app, contract.confirmTwoFactor, setUp, async ({ body }, { caller }) => ({ recoveryCodes: await account.confirmTwoFactor(caller, body.code) }));
  route(app, contract.removeTwoFactor, own, ({ body }, { caller }) => success(account.removeTwoFactor(caller, body.password)));
}
