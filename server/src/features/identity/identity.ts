import type { FastifyInstance } from 'fastify';
import type { SignInConfig } from '../../platform/config/sign-in-config.ts';
import type { Context } from '../../platform/context.ts';
import type { FirstPasswordFile } from '../../platform/first-password.ts';
import type { Caller, Identify } from '../../platform/http/caller.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { accountRoutes } from './account/account.routes.ts';
import { createAccountLinkService } from './account/account-link.service.ts';
import { createOwnAccountService } from './account/own-account.service.ts';
import { createVerification } from './account/verification.service.ts';
import { isApiKey } from './api-keys/api-key-token.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { notifyOfExpiryTask } from './api-keys/expiry-notice.task.ts';
import { createKeyIdentification } from './api-keys/identify-key.ts';
import { watchKey } from './api-keys/watch-key.ts';
import { createChallenges } from './challenges/challenge.service.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { createPeopleService } from './people/people.service.ts';
import { peopleSpreadsheet } from './people/people-spreadsheet.ts';
import { roleRoutes } from './roles/role.routes.ts';
import { createRoleService } from './roles/role.service.ts';
import { createAccessChanges } from './sessions/access-changes.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { createSessionList } from './sessions/open-session.read-model.ts';
import { purgeSessionsTask } from './sessions/purge-sessions.task.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { createSessionService } from './sessions/session.service.ts';
import { createSessionEnding } from './sessions/session-end.service.ts';
import { createSessionOpening } from './sessions/session-opening.service.ts';
import { companyRoutes } from './settings/company.routes.ts';
import { listViewRoutes } from './settings/list-view.routes.ts';
import { createListViews } from './settings/list-view.service.ts';
import { userSettingsRoutes } from './settings/user-settings.routes.ts';
import { createSignIn } from './sign-in/sign-in.service.ts';
import { createSingleSignOnArea } from './single-sign-on/single-sign-on.ts';
import { createSecondStep } from './two-factor/second-step.service.ts';
import { createTwoFactorService } from './two-factor/two-factor.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly bus: NotifyBus;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey'>;
  readonly signIn: SignInConfig;
  readonly mail: Parameters<typeof createAccountLinkService>[0]['mail'];
  readonly firstPassword: FirstPasswordFile;
  readonly isLocation: (code: string) => Promise<boolean>;
}

/** Sign-in, people's own accounts and settings, and the administration of people. `authenticate` checks the token of every call. */
export async function createIdentity({ secrets, ...rest }: Dependencies) {
  const accessChanges = await createAccessChanges(rest);
  const accessTokens = createAccessTokens({ keys: secrets.accessTokenKey, clock: rest.clock, accessChanges });
  const deps = { ...rest, accessChanges, accessTokens, encryptionKey: secrets.encryptionKey, publicAddress: rest.mail.publicAddress };
  const sessionEnding = createSessionEnding(deps);
  const sessionOpening = createSessionOpening(deps);
  const challenges = createChallenges(deps);
  const twoFactor = createTwoFactorService(deps);
  const signingIn = { ...deps, sessionEnding, sessionOpening, challenges, twoFactor };
  const passkeys = createPasskeys(signingIn);
  const secondStep = createSecondStep({ ...signingIn, passkeyProof: passkeys.proof });
  const singleSignOn = createSingleSignOnArea({ ...signingIn, secondStep });
  const verification = createVerification({ ...deps, twoFactor, passkeys: passkeys.own });
  const links = createAccountLinkService({ ...deps, sessionEnding });
  const keys = createKeyIdentification(deps);
  const identify: Identify = async (token, { during, address } = {}) =>
    isApiKey(token) ? keys.identify(token, address) : accessTokens.authenticate(token, { ...(during && { during }) });
  return {
    authenticate: accessTokens.authenticate,
    identify,
    onAccessChange: (caller: Caller, token: string | undefined, callback: (reason: string) => void) =>
      isApiKey(token) ? watchKey(() => keys.isUnchanged(token, caller), callback) : accessChanges.onChange(caller, callback),
    requireVerified: verification.require,
    routes(app: FastifyInstance) {
      const listSessions = createSessionList(deps);
      const methods = {
        has_passwords: deps.signIn.hasPasswords,
        passkey_origin: deps.signIn.hasPasskeys ? passkeys.proof.site.origin : null,
        single_sign_on: deps.signIn.oidc?.label ?? null,
      };
      const sessions = createSessionService(signingIn);
      const signIn = createSignIn({ ...signingIn, secondStep });
      sessionRoutes(app, { signIn, sessions, secondStep, sessionOpening, methods, signOutAddress: singleSignOn.signOutAddress });
      passkeys.routes(app);
      singleSignOn.routes(app);
      accountRoutes(app, { links, listSessions, verification, account: createOwnAccountService({ ...deps, sessionEnding, twoFactor }) });
      peopleRoutes(app, { ...deps, listSessions, people: createPeopleService({ ...deps, sessionEnding, links }) });
      apiKeyRoutes(app, deps);
      roleRoutes(app, { ...deps, roles: createRoleService(deps) });
      userSettingsRoutes(app, deps);
      companyRoutes(app, deps);
      listViewRoutes(app, createListViews(deps));
    },
    spreadsheetKinds: [peopleSpreadsheet({ ...deps, links })],
    tasks: [purgeSessionsTask(deps), notifyOfExpiryTask(deps)],
    close: () => accessChanges.close(),
  };
}
