import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { RefusedError } from './problem.ts';
import { type SendOptions, send } from './send.ts';
import { claimsOf, freshToken, refreshedToken } from './session.ts';

/**
 * Calls an endpoint as the person who is signed in. The token is refreshed when it is about to expire; a 401
 * is answered with one refresh and one retry.
 */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: SendOptions): Promise<OutputOf<E>> {
  const token = await freshToken();
  try {
    return (await send(endpoint, input as object, token, options)) as OutputOf<E>;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error;
    const fresh = await refreshedToken(token);
    // What one person began must not be done in the name of the next.
    if (claimsOf(fresh)?.sub !== claimsOf(token)?.sub) throw error;
    return (await send(endpoint, input as object, fresh, options)) as OutputOf<E>;
  }
}

/** Calls an endpoint that needs no sign-in. */
export async function callPublic<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  return (await send(endpoint, input as object, undefined)) as OutputOf<E>;
}
