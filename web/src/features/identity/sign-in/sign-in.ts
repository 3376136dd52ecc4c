import { login, SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { ROLES } from '@stowage/contract/permissions';
import { callPublic } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import { claimsOf, clearTokens, rememberSession, storeTokens } from '../../../api/session.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /** The code from the authenticator; absent until the server asks for it. */
  readonly code?: string;
}

/** The password is right and the server asks for a code. */
export class CodeRequiredError extends Error {}

/**
 * Signs in and stores the tokens.
 * @throws Error with a message for the person; removes all tokens before
 */
export async function signIn(credentials: Credentials): Promise<void> {
  try {
    const { token, refreshToken } = await callPublic(login, { body: { ...credentials, cookie: true } });
    refuseWithoutRole(token);
    rememberSession(credentials.remember);
    storeTokens({ token, refreshToken });
  } catch (error) {
    clearTokens();
    if (error instanceof RefusedError && error.reason === 'code_required') throw new CodeRequiredError(error.message, { cause: error });
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
  if (error instanceof RefusedError && error.reason === 'wrong_code') return SIGN_IN_MESSAGES.wrongCode;
  if (error instanceof RefusedError && error.status === 401) return SIGN_IN_MESSAGES.invalid;
  // The server's message says how long to wait.
  if (error instanceof RefusedError && error.status === 429) return `${SIGN_IN_MESSAGES.failed} ${error.message}`;
  return SIGN_IN_MESSAGES.failed;
}
