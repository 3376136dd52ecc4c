import { HOUR_MS } from '@stowage/contract/formats/durations';
import { SINGLE_SIGN_ON_PATH } from '@stowage/contract/identity/single-sign-on';
import * as oidc from 'openid-client';
import { AppError } from '../../../platform/app-error.ts';
import type { OidcConfig } from '../../../platform/config/sign-in-config.ts';
import type { Logger } from '../../../platform/logger.ts';
import { accountOf, type ProviderAccount } from './admission.rules.ts';

/** The secrets of one sign-in, which the provider's answer must match. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Dependencies {
  readonly config: OidcConfig;
  readonly publicAddress: string;
  readonly logger: Logger;
}

export type Provider = ReturnType<typeof createProvider>;

const TIMEOUT_SECONDS = 10;
/** Providers change their keys, which are read again when one is unknown, and seldom anything else. */
const METADATA_MS = HOUR_MS;
/** Asked of a person who proves again who they are: a sign-in of before does not count. */
const FRESH_SECONDS = 120;

/** Speaks OpenID Connect with the provider: authorization code flow with PKCE, state and nonce. */
export function createProvider({ config, publicAddress, logger }: Dependencies) {
  const returnAddress = `${publicAddress}${SINGLE_SIGN_ON_PATH}`;
  const metadata = createMetadata(config);
  const failure = createFailures(config, logger);
  return {
    label: config.label,
    returnAddress,

    /** The issuer as the provider itself names it. */
    issuer: async (): Promise<string> => (await metadata().catch(failure)).serverMetadata().issuer,

    /** @param isFresh the person must enter a password or code there, also if they are signed in */
    async authorizationAddress({ state, nonce, verifier }: SignInChecks, { isFresh = false } = {}): Promise<string> {
      const client = await metadata().catch(failure);
      return oidc.buildAuthorizationUrl(client, {
        redirect_uri: returnAddress,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      }).href;
    },

    /** @throws AppError `upstream_failed` with `provider_unavailable`, `rule_violated` with `provider_refused` */
    async exchange(answer: string, { state, nonce, verifier }: SignInChecks, { isFresh = false } = {}): Promise<{ account: ProviderAccount; idToken: string }> {
      const client = await metadata().catch(failure);
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await oidc.authorizationCodeGrant(client, new URL(answer, returnAddress), { ...checks, ...(isFresh && { maxAge: FRESH_SECONDS }) });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined) throw new Error('The answer has no ID token');
        return { account: accountOf(await withUserInfo(client, tokens.access_token, claims), config), idToken: tokens.id_token };
      } catch (error) {
        return failure(error);
      }
    },

    /** Where the browser signs out there as well; undefined when the provider has no such page. */
    async signOutAddress(idToken: string): Promise<string | undefined> {
      const client = await metadata().catch(() => undefined);
      if (client?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: `${publicAddress}/login` }).href;
    },
  };
}

/** Reads the provider's metadata when they are needed first, and again every hour. */
function createMetadata({ issuer, clientId, clientSecret }: OidcConfig): () => Promise<oidc.Configuration> {
  let known: { readonly client: Promise<oidc.Configuration>; readonly readAt: number } | undefined;
  const isPlain = issuer.startsWith('http:');
  const read = () =>
    oidc.discovery(new URL(issuer), clientId, {}, clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // The signature of ID tokens is checked although they come over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    });
  return () => {
    if (known === undefined || performance.now() - known.readAt > METADATA_MS) {
      const client = read();
      const entry = { client, readAt: performance.now() };
      known = entry;
      client.catch(() => {
        if (known === entry) known = undefined;
      });
    }
    return known.client;
  };
}

/** Providers may put the address and the groups into the user info instead of the ID token. */
async function withUserInfo(client: oidc.Configuration, accessToken: string, claims: oidc.IDToken): Promise<oidc.IDToken> {
  if (client.serverMetadata().userinfo_endpoint === undefined) return claims;
  const info = await oidc.fetchUserInfo(client, accessToken, claims.sub);
  // What the signed token says counts.
  return { ...info, ...claims };
}

function createFailures({ label }: OidcConfig, logger: Logger) {
  return (error: unknown): never => {
    const { code, error: refusal } = error as { code?: string; error?: string };
    logger.warn({ err: error, code, refusal }, 'single sign-on failed');
    if (isOutage(error)) {
      throw new AppError('upstream_failed', `${label} does not answer. Try again in a minute, or sign in another way.`, {
        reason: 'provider_unavailable',
        cause: error,
      });
    }
    const words = refusal === 'access_denied' ? `${label} did not let you in.` : `The answer of ${label} was not accepted.`;
    throw new AppError('rule_violated', `${words} Start again, or ask an administrator.`, { reason: 'provider_refused', cause: error });
  };
}

/** No connection, no answer in time, or an answer that is none of the protocol's. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return ['temporarily_unavailable', 'server_error'].includes(error.error);
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError) return true;
  const { code, name } = error as { code?: string; name?: string };
  return name === 'TimeoutError' || ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(code ?? '');
}
