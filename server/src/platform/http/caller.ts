import { isPermitted, type Permission, type Role, type Scope } from '@stowage/contract/permissions';
import { permissionLabel } from '@stowage/contract/roles';
import { AppError, notPermitted } from '../app-error.ts';

/** The signed-in person who makes a call, from the access token; or the person whose API key makes it. */
export interface Caller {
  readonly userId: number;
  /** An API key's own id: it has no session. */
  readonly sessionId: string;
  /** The key that makes the call in place of a session. */
  readonly apiKeyId?: number;
  readonly email: string;
  readonly name: string;
  /** A role of the specification, or the permissions one by one, as those of an API key. */
  readonly roles: readonly (Role | Scope)[];
}

/** What a person may have to do before anything else. */
export type FirstStep = 'password' | 'two-factor';

/**
 * Reads an access token.
 * @throws AppError `forbidden` with `password_change_required` or `two_factor_required` when the person has a first step and the call is no part of it
 * @throws AppError `unauthenticated` when it is missing, malformed, foreign, expired, or its session has ended
 */
export type Authenticate = (token: string | undefined, options?: { readonly during?: readonly FirstStep[] }) => Caller;

/**
 * Reads an access token or looks up an API key.
 * @throws AppError like `Authenticate`; and `unauthenticated` for a key that is unknown, expired or revoked, `forbidden` when the client's
 * address is not the key's, `rate_limited` after too many calls
 */
export type Identify = (token: string | undefined, options?: { readonly during?: readonly FirstStep[]; readonly address?: string }) => Promise<Caller>;

/** @throws AppError `forbidden` with `not_for_api_keys` */
export function refuseKeys({ apiKeyId }: Caller): void {
  if (apiKeyId === undefined) return;
  throw new AppError('forbidden', 'API keys can’t make this call. A person has to make it after signing in.', { reason: 'not_for_api_keys' });
}

/** For what the route's own permission doesn't cover. @throws AppError `forbidden` */
export function requirePermitted(roles: readonly string[], permission: Permission): void {
  if (!isPermitted(roles, permission)) throw notPermitted();
}

/** A call that a person may not make. */
export interface Refusal {
  readonly actorId: number;
  /** Such as `POST /api/users`. */
  readonly call: string;
  readonly permission: Permission;
  readonly requestId: string;
}

export type RefusalTap = (refused: Refusal) => Promise<void>;

/** The wanted sort of a list; undefined when it is by a cost that the caller may not see: the order would reveal it. */
export function visibleSort<S extends string>({ roles }: Caller, wanted: S | undefined, costSort: S): S | undefined {
  return wanted === costSort && !isPermitted(roles, 'costs.read') ? undefined : wanted;
}

/** @param what that can't be shown without costs, at the start of a sentence */
export function requireCosts({ roles }: Caller, what: string): void {
  if (isPermitted(roles, 'costs.read')) return;
  throw new AppError('forbidden', `${what} shows costs. It needs the permission “${permissionLabel('costs.read')}”.`, { reason: 'costs_hidden' });
}
