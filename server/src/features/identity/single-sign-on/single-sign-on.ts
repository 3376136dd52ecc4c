import type { FastifyInstance } from 'fastify';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { Challenges } from '../challenges/challenge.service.ts';
import type { AccessChanges } from '../sessions/access-changes.ts';
import type { SessionEnding } from '../sessions/session-end.service.ts';
import type { SessionOpening } from '../sessions/session-opening.service.ts';
import type { SecondStep } from '../two-factor/second-step.service.ts';
import { createAdmission } from './admission.service.ts';
import { createOwnConnection } from './own-connection.service.ts';
import { createProvider } from './provider.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on.routes.ts';
import { createSingleSignOn } from './single-sign-on.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly signIn: SignInConfig;
  readonly publicAddress: string;
  readonly encryptionKey: Keyring;
  readonly challenges: Challenges;
  readonly accessChanges: AccessChanges;
  readonly sessionEnding: SessionEnding;
  readonly sessionOpening: SessionOpening;
  readonly secondStep: SecondStep;
}

/** Sign-in at an OpenID Connect provider, if one is configured. */
export function createSingleSignOnArea(deps: Dependencies) {
  const config = deps.signIn.oidc;
  const provider = config && createProvider({ ...deps, config });
  const admission = config && createAdmission({ ...deps, config });
  const providerSignIn = createProviderSignIn({ ...deps, provider });
  const singleSignOn = createSingleSignOn({ ...deps, config, provider, providerSignIn, admission });
  const connection = createOwnConnection({ ...deps, provider, providerSignIn });
  return {
    signOutAddress: singleSignOn.signOutAddress,
    routes: (app: FastifyInstance) => singleSignOnRoutes(app, { singleSignOn, connection }),
  };
}
