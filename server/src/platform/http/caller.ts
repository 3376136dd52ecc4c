import type { Role } from '@stowage/contract/permissions';

/** The signed-in person who makes a call, from the access token. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/**
 * Reads an access token.
 * @throws AppError `forbidden` with `two_factor_required` when the person must set up two-step sign-in and the call is no part of it
 * @throws AppError `unauthenticated` when it is missing, malformed, foreign, expired, or its session has ended
 */
export type Authenticate = (token: string | undefined, options?: { readonly duringSetUp?: boolean }) => Caller;
