import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { RefusedError } from './problem.ts';
import { type SendOptions, send } from './send.ts';
import { claimsOf, freshToken, refreshedToken } from './session.ts';
import { askToVerify } from './step-up.ts';

/**
 * Calls an endpoint as the signed-in person. Refreshes the token when it is about to expire, and after a 401, which it
 * retries once. Asks for the password when the server wants it again.
 */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: SendOptions): Promise<OutputOf<E>> {
  try {
    return await callOnce(endpoint, input, options);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.reason !== 'verification_required' || !(await askToVerify())) throw error;
    return callOnce(endpoint, input, options);
  }
}

async function callOnce<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions | undefined): Promise<OutputOf<E>> {
  const token = await freshToken();
  try {
    return (await send(endpoint, input as object, token, options)) as OutputOf<E>;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error;
    const fresh = await refreshedToken(token);
    // Another person may have signed in meanwhile; the call must not run in their name.
    if (claimsOf(fresh)?.sub !== claimsOf(token)?.sub) throw error;
    return (await send(endpoint, input as object, fresh, options)) as OutputOf<E>;
  }
}

/** Calls an endpoint that needs no sign-in. */
export async function callPublic<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  return (await send(endpoint, input as object, undefined)) as OutputOf<E>;
}
