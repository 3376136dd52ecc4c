import { finishPasskeySignIn, startPasskeySignIn } from '@stowage/contract/identity/passkeys';
import { finishSecondStep, type SecondStepDetails, secondStepDetails } from '@stowage/contract/identity/second-step';
import { login, SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { finishSingleSignOn } from '@stowage/contract/identity/single-sign-on';
import { ROLES } from '@stowage/contract/permissions';
import { callPublic } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import { claimsOf, clearTokens, rememberSession, storeTokens } from '../../../api/session.ts';
import { askForPasskey, PasskeyCanceledError } from '../passkey.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /** The code from the authenticator; absent until the server asks for it. */
  readonly code?: string;
}

/** The first step is right and the server asks for a second one. */
export class CodeRequiredError extends Error {
  /** How to go on without repeating the first step; absent where the first step is repeated with a code. */
  readonly secondStep: SecondStepDetails | undefined;

  constructor(cause: RefusedError) {
    super(cause.message, { cause });
    this.secondStep = secondStepDetails.safeParse(cause.details).data;
  }
}

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/**
 * Signs in and stores the tokens.
 * @throws Error with a message for the person; removes all tokens before
 */
export function signIn(credentials: Credentials): Promise<void> {
  return opening(credentials.remember, () => callPublic(login, { body: { ...credentials, cookie: true } }));
}

/** Signs in with a passkey of the person's choice. @throws as `signIn()` */
export function signInWithPasskey(remember: boolean): Promise<void> {
  return opening(remember, async () => {
    const passkey = await askForPasskey(await callPublic(startPasskeySignIn, {}));
    return callPublic(finishPasskeySignIn, { body: { passkey, remember, cookie: true } });
  });
}

/**
 * Finishes a sign-in at the identity provider. @param answer what the provider appended to the address
 * @throws Error with a message for the person, whose session goes on: anybody can link to the page with a made-up answer
 */
export function signInWithAnswer(answer: string): Promise<void> {
  return openingBeside(false, () => callPublic(finishSingleSignOn, { body: { answer, cookie: true } }));
}

/** @throws as `signInWithAnswer()` */
export function signInWithSecondStep({ ticket, passkey }: SecondStepDetails, { code, remember }: { code?: string; remember: boolean }): Promise<void> {
  return openingBeside(remember, async () => {
    const proof = code === undefined ? { passkey: await askForPasskey(passkey ?? {}) } : { code };
    return callPublic(finishSecondStep, { body: { ticket, ...proof, cookie: true } });
  });
}

async function opening(remember: boolean, open: () => Promise<Tokens>): Promise<void> {
  try {
    await openingBeside(remember, open);
  } catch (error) {
    clearTokens();
    throw error;
  }
}

async function openingBeside(remember: boolean, open: () => Promise<Tokens>): Promise<void> {
  try {
    const { token, refreshToken } = await open();
    refuseWithoutRole(token);
    rememberSession(remember);
    storeTokens({ token, refreshToken });
  } catch (error) {
    if (error instanceof RefusedError && error.reason === 'code_required') throw new CodeRequiredError(error);
    throw new Error(messageFor(error), { cause: error });
  }
}

class NoRoleError extends Error {}

function refuseWithoutRole(token: string): void {
  const roles = claimsOf(token)?.roles;
  if (!Array.isArray(roles) || roles.length === 0) throw new Error('The token names no roles');
  if (!ROLES.some((role) => roles.includes(role))) throw new NoRoleError('No valid roles found');
}

/** Refusals whose message says what to do. */
const OWN_WORDS = [403, 409, 422, 502];

function messageFor(error: unknown): string {
  if (error instanceof NoRoleError) return SIGN_IN_MESSAGES.noPermission;
  if (error instanceof PasskeyCanceledError) return error.message;
  if (!(error instanceof RefusedError)) return SIGN_IN_MESSAGES.failed;
  if (error.reason === 'wrong_code') return SIGN_IN_MESSAGES.wrongCode;
  if (error.status === 401) return SIGN_IN_MESSAGES.invalid;
  // The server's message says how long to wait.
  if (error.status === 429) return `${SIGN_IN_MESSAGES.failed} ${error.message}`;
  return error.reason !== undefined && OWN_WORDS.includes(error.status) ? error.message : SIGN_IN_MESSAGES.failed;
}
