import { type AccessClaims, accessClaims, SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { PERMISSIONS, scopeOf } from '@stowage/contract/permissions';
import { namedRole } from '@stowage/contract/roles';
import { createSigner, createVerifier } from 'fast-jwt';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Authenticate, FirstStep } from '../../../platform/http/caller.ts';
import type { TokenKeys } from '../../../platform/keys/token-keys.ts';
import type { SignedInUser } from '../people/user.repository.ts';
import type { Grants } from '../roles/grants.read-model.ts';
import type { AccessChanges } from './access-changes.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;

interface Access {
  /** What the person must do before anything else. */
  readonly firstStep: FirstStep | undefined;
  readonly grants: Grants;
}

export interface AccessTokens {
  issue(user: SignedInUser, sessionId: string, access: Access): string;
  authenticate: Authenticate;
}

/** Access tokens are JWTs, signed with HS256 only. They are valid for 15 minutes, or until their session ends or the roles change. */
export function createAccessTokens(deps: { keys: TokenKeys; clock: Clock; accessChanges: AccessChanges }): AccessTokens {
  const signers = new Map<string, Signer>();
  const signerOf = (key: string): Signer => {
    const known = signers.get(key) ?? newSigner(key);
    signers.set(key, known);
    return known;
  };
  const readClaims = (token: string): AccessClaims | undefined => {
    for (const key of deps.keys.accepted(ACCESS_TOKEN_SECONDS * 1000)) {
      const claims = signerOf(key).claimsIn(token);
      if (claims !== undefined) return claims;
    }
    return undefined;
  };
  const seconds = () => Math.floor(deps.clock.now().getTime() / 1000);
  return {
    issue(user, sessionId, { firstStep, grants }) {
      const iat = seconds();
      const claims: AccessClaims = {
        ...{ typ: 'access', aud: 'stowage' },
        sub: String(user.id),
        sid: sessionId,
        email: user.email,
        name: user.name,
        roles: [namedRole(grants)],
        ...(!isNamed(grants) && { permissions: PERMISSIONS.filter((permission) => grants.includes(scopeOf(permission))) }),
        // Both for a password: a process of an earlier version knows only `setup`, and must not answer either.
        ...(firstStep !== undefined && { setup: true as const }),
        ...(firstStep === 'password' && { password: true as const }),
        iat,
        exp: iat + ACCESS_TOKEN_SECONDS,
      };
      return signerOf(deps.keys.current()).sign(claims);
    },
    authenticate(token, { during = [] } = {}) {
      const claims = token === undefined ? undefined : readClaims(token);
      if (claims === undefined || claims.exp <= seconds() || deps.accessChanges.hasEnded(claims.sid)) {
        throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated);
      }
      refuseBeforeFirstStep(claims, during);
      const userId = Number(claims.sub);
      const roles = grantsIn(claims);
      const current = deps.accessChanges.grantsOf(userId);
      // The page refreshes its token, which then has the current roles.
      if (current !== undefined && current.join() !== roles.join()) {
        throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'roles_changed' });
      }
      return { userId, sessionId: claims.sid, email: claims.email, name: claims.name, roles };
    },
  };
}

function isNamed(grants: Grants): boolean {
  return grants.includes('ROLE_ADMIN') || grants.includes('ROLE_USER');
}

function grantsIn({ roles, permissions }: AccessClaims): Grants {
  return permissions === undefined ? roles : PERMISSIONS.filter((permission) => permissions.includes(permission)).map(scopeOf);
}

function refuseBeforeFirstStep({ setup, password }: AccessClaims, during: readonly FirstStep[]): void {
  if (password && !during.includes('password')) throw new AppError('forbidden', 'Change your password first', { reason: 'password_change_required' });
  if (setup && !password && !during.includes('two-factor')) {
    throw new AppError('forbidden', 'Set up two-step sign-in first', { reason: 'two_factor_required' });
  }
}

interface Signer {
  sign(claims: AccessClaims): string;
  /** @returns undefined for a token that this key did not sign, or of another shape. The expiry is not checked. */
  claimsIn(token: string): AccessClaims | undefined;
}

/** A token repeats with each call of a session: more valid tokens than people work at once are remembered. */
const KNOWN_TOKENS = 1_000;

function newSigner(key: string): Signer {
  // `authenticate` checks the expiry against the injected clock.
  const verify = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true });
  const known = new Map<string, AccessClaims>();
  const remember = (token: string, claims: AccessClaims) => {
    const [oldest] = known.keys();
    if (known.size >= KNOWN_TOKENS && oldest !== undefined) known.delete(oldest);
    known.set(token, claims);
    return claims;
  };
  const verified = (token: string): AccessClaims | undefined => {
    try {
      return accessClaims.safeParse(verify(token)).data;
    } catch {
      return undefined;
    }
  };
  return {
    sign: createSigner({ key, algorithm: 'HS256' }),
    claimsIn(token) {
      const before = known.get(token);
      if (before !== undefined) return before;
      const claims = verified(token);
      return claims && remember(token, claims);
    },
  };
}
