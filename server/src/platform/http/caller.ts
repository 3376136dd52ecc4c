import type { Permission, Role } from '@stowage/contract/permissions';

/** The signed-in person who makes a call, from the access token. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** What a person may have to do before anything else. */
export type FirstStep = 'password' | 'two-factor';

/**
 * Reads an access token.
 * @throws AppError `forbidden` with `password_change_required` or `two_factor_required` when the person has a first step and the call is no part of it
 * @throws AppError `unauthenticated` when it is missing, malformed, foreign, expired, or its session has ended
 */
export type Authenticate = (token: string | undefined, options?: { readonly during?: readonly FirstStep[] }) => Caller;

/** A call that a person may not make. */
interface Refusal {
  readonly actorId: number;
  /** Such as `POST /api/users`. */
  readonly call: string;
  readonly permission: Permission;
  readonly requestId: string;
}

export type RefusalTap = (refused: Refusal) => Promise<void>;
