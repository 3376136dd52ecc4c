import { ROLES } from '@stowage/contract/permissions';
import { login, SIGN_IN_MESSAGES } from '@stowage/contract/session';
import { callPublic } from '../../api/call.ts';
import { RefusedError } from '../../api/problem.ts';
import { claimsOf, clearTokens, storeTokens } from '../../api/session.ts';

/**
 * Signs in and keeps the tokens.
 * @throws Error whose message is to be shown; no token is left behind then
 */
export async function signIn(username: string, password: string): Promise<void> {
  try {
    const { token, refreshToken } = await callPublic(login, { body: { username, password } });
    refuseWithoutRole(token);
    storeTokens({ token, refreshToken });
  } catch (error) {
    clearTokens();
    throw new Error(messageFor(error), { cause: error });
  }
}

class NoRoleError extends Error {}

function refuseWithoutRole(token: string): void {
  const roles = claimsOf(token)?.roles;
  if (!Array.isArray(roles) || roles.length === 0) throw new Error('The token names no roles');
  if (!ROLES.some((role) => roles.includes(role))) throw new NoRoleError('No valid roles found');
}

function messageFor(error: unknown): string {
  if (error instanceof NoRoleError) return SIGN_IN_MESSAGES.noPermission;
  if (error instanceof RefusedError && error.status === 401) return SIGN_IN_MESSAGES.invalid;
  // Waiting helps here and nowhere else, so the server's own words follow.
  if (error instanceof RefusedError && error.status === 429) return `${SIGN_IN_MESSAGES.failed} ${error.message}`;
  return SIGN_IN_MESSAGES.failed;
}
