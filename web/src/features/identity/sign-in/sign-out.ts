import { logout, TOKEN_KEYS } from '@stowage/contract/identity/session';
import { callPublic } from '../../../api/call.ts';
import { endSession } from '../../../api/session.ts';

/** Leaves immediately; the server ends the session when the call arrives, and names the page where the identity provider signs out as well. */
export function signOut(): void {
  const refreshToken = localStorage.getItem(TOKEN_KEYS.refresh);
  endSession('You signed out.');
  if (refreshToken !== null)
    callPublic(logout, { body: { refreshToken } })
      .then(({ next }) => next !== undefined && window.location.assign(next))
      .catch((error: unknown) => console.warn('The server did not hear of the sign-out', error));
}
