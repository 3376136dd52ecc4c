import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { FirstPasswordFile } from '../../platform/first-password.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { accountRoutes } from './account/account.routes.ts';
import { createAccountLinkService } from './account/account-link.service.ts';
import { createOwnAccountService } from './account/own-account.service.ts';
import { createVerification } from './account/verification.service.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { createPeopleService } from './people/people.service.ts';
import { listViewRoutes } from './settings/list-view.routes.ts';
import { createListViews } from './settings/list-view.service.ts';
import { userSettingsRoutes } from './settings/user-settings.routes.ts';
import { createAccessChanges } from './sign-in/access-changes.ts';
import { createAccessTokens } from './sign-in/access-tokens.ts';
import { createSessionList } from './sign-in/open-session.read-model.ts';
import { purgeSessionsTask } from './sign-in/purge-sessions.task.ts';
import { sessionRoutes } from './sign-in/session.routes.ts';
import { createSessionService } from './sign-in/session.service.ts';
import { createSessionEnding } from './sign-in/session-end.service.ts';
import { createTwoFactorService } from './two-factor/two-factor.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly bus: NotifyBus;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey'>;
  readonly mail: Parameters<typeof createAccountLinkService>[0]['mail'];
  readonly firstPassword: FirstPasswordFile;
  readonly isLocation: (code: string) => Promise<boolean>;
}

/** Sign-in, people's own accounts and settings, and the administration of people. `authenticate` checks the token of every call. */
export async function createIdentity({ secrets, ...rest }: Dependencies) {
  const accessChanges = await createAccessChanges(rest);
  const accessTokens = createAccessTokens({ key: secrets.accessTokenKey, clock: rest.clock, accessChanges });
  const deps = { ...rest, accessChanges, accessTokens, encryptionKey: secrets.encryptionKey };
  const twoFactor = createTwoFactorService(deps);
  const verification = createVerification({ ...deps, twoFactor });
  return {
    authenticate: accessTokens.authenticate,
    onAccessChange: accessChanges.onChange,
    requireVerified: verification.require,
    routes(app: FastifyInstance) {
      const sessionEnding = createSessionEnding(deps);
      const links = createAccountLinkService({ ...deps, sessionEnding });
      const listSessions = createSessionList(deps);
      sessionRoutes(app, createSessionService({ ...deps, sessionEnding, twoFactor }));
      accountRoutes(app, { links, listSessions, verification, account: createOwnAccountService({ ...deps, sessionEnding, twoFactor }) });
      peopleRoutes(app, { ...deps, listSessions, people: createPeopleService({ ...deps, sessionEnding, links }) });
      userSettingsRoutes(app, deps);
      listViewRoutes(app, createListViews(deps));
    },
    tasks: [purgeSessionsTask(deps)],
    close: () => accessChanges.close(),
  };
}
