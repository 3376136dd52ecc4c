import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import { accountRoutes } from './account/account.routes.ts';
import { createAccountLinkService } from './account/account-link.service.ts';
import { createOwnAccountService } from './account/own-account.service.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { createPeopleService } from './people/people.service.ts';
import type { AccessChanges } from './sign-in/access-changes.ts';
import type { AccessTokens } from './sign-in/access-tokens.ts';
import { createSessionList } from './sign-in/open-session.read-model.ts';
import { sessionRoutes } from './sign-in/session.routes.ts';
import { createSessionService } from './sign-in/session.service.ts';
import { createSessionEnding } from './sign-in/session-end.service.ts';
import { createTwoFactorService } from './two-factor/two-factor.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accessTokens: AccessTokens;
  readonly accessChanges: AccessChanges;
  readonly encryptionKey: Buffer;
}

/** Sign-in, people's own accounts, and the administration of people. */
export function createIdentityModule(app: FastifyInstance, deps: Dependencies): void {
  const twoFactor = createTwoFactorService(deps);
  const sessionEnding = createSessionEnding(deps);
  const links = createAccountLinkService({ ...deps, sessionEnding });
  const listSessions = createSessionList(deps);
  sessionRoutes(app, createSessionService({ ...deps, sessionEnding, twoFactor }));
  accountRoutes(app, { links, listSessions, account: createOwnAccountService({ ...deps, sessionEnding, twoFactor }) });
  peopleRoutes(app, { ...deps, listSessions, people: createPeopleService({ ...deps, sessionEnding, links }) });
}
