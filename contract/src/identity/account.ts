import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { emailAddress } from '../mail/mail.ts';
import { endedSessions, openSessions, sessionId } from './open-sessions.ts';
import { passkeyAnswer } from './passkey-json.ts';
import { personName } from './people.ts';

export const MIN_PASSWORD_LENGTH = 12;
export const RESET_LINK_MINUTES = 30;
/** Credentials, roles and buyer data need a sign-in or a verification within this time. */
export const VERIFIED_MINUTES = 15;
export const RECOVERY_CODES = 10;

/** The page that mailed links open. The token follows the `#`, so it never reaches a server's log. */
export const ACCOUNT_LINK_PATH = '/account-link';

const currentPassword = z.string().min(1).max(1024);
const newPassword = z.string().min(MIN_PASSWORD_LENGTH, `A password must have at least ${MIN_PASSWORD_LENGTH} characters`).max(1024);
/** May be empty: a truncated link gets the same error as any other invalid link. */
const token = z.string().max(100);
export const FORGOT_PASSWORD_ANSWER = 'If an account with this address exists, we sent a link to set a new password to it.';

export const FORGOT_PASSWORD_ASKED = 'If an account with this address exists, the administrators were asked for a link. Ask one of them for it.';

export const forgotPassword = endpoint('POST /api/forgot-password', {
  summary: 'Request a link to set a new password. The answer does not reveal whether the account exists',
  body: z.object({ email: emailAddress }),
  response: success.extend({
    /** false without a mail server: administrators hand the link over. */
    isMailed: z.boolean(),
  }),
});

export const readAccountLink = endpoint('POST /api/account-links/read', {
  summary: 'Read the owner and the purpose of a mailed link',
  body: z.object({ token }),
  response: z.object({ purpose: z.enum(['INVITATION', 'PASSWORD']), email: z.string(), name: z.string() }),
  reasons: ['link_over'],
});

export const useAccountLink = endpoint('POST /api/account-links/use', {
  summary: 'Set a password, and for an invitation a name. A link works once',
  body: z.object({ token, name: personName.optional(), password: newPassword }),
  response: success,
  reasons: ['link_over', 'weak_password'],
});

export const getProfile = endpoint('GET /api/user/profile', {
  summary: 'The account of the caller',
  response: z.object({
    name: z.string(),
    email: z.string(),
    /** The names of the roles. */
    roles: z.array(z.string()),
    hasPassword: z.boolean(),
    hasTwoFactor: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
});

export const saveProfile = endpoint('POST /api/user/profile', {
  summary: 'Change your name',
  body: z.object({ name: personName }),
  response: success,
});

export const changePassword = endpoint('POST /api/user/password', {
  summary:
    'Change your password and end every other session. A person who signed in with a generated password does this first: other calls answer `password_change_required`',
  body: z.object({ current: currentPassword, password: newPassword }),
  response: success,
  reasons: ['wrong_password', 'weak_password'],
});

const isOneProof = (proofs: Readonly<Record<string, unknown>>) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1;

export const verifyIdentity = endpoint('POST /api/user/verify', {
  summary: 'Prove who you are again: with the password, a code from the authenticator or a passkey. Calls that need it answer `verification_required`',
  body: z
    .object({ password: currentPassword.optional(), code: z.string().trim().min(1).max(40).optional(), passkey: passkeyAnswer.optional() })
    .refine(isOneProof, 'Send a password, a code or a passkey'),
  response: success,
  reasons: ['wrong_password', 'wrong_code', 'wrong_passkey', 'sign_in_expired'],
});

export const listOwnSessions = endpoint('GET /api/user/sessions', {
  summary: 'List your open sessions',
  response: openSessions,
});

export const endOwnSession = endpoint('POST /api/user/sessions/:id/end', {
  summary: 'End one of your sessions',
  params: z.object({ id: sessionId }),
  response: success,
});

export const endOwnSessions = endpoint('POST /api/user/sessions/end-all', {
  summary: 'End all your sessions, including this one',
  response: endedSessions,
});

export const startTwoFactor = endpoint('POST /api/user/two-factor/start', {
  summary: 'Create a secret for an authenticator. Two-step sign-in starts once a code is confirmed',
  body: z.object({ password: currentPassword }),
  response: z.object({ secret: z.string(), address: z.string() }),
  reasons: ['wrong_password', 'already_on'],
});

export const confirmTwoFactor = endpoint('POST /api/user/two-factor/confirm', {
  summary: 'Turn on two-step sign-in and return the recovery codes, which cannot be read again',
  body: z.object({ code: z.string().trim().max(20) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  reasons: ['wrong_code', 'not_started'],
});

export const removeTwoFactor = endpoint('POST /api/user/two-factor/remove', {
  summary: 'Turn off two-step sign-in',
  body: z.object({ password: currentPassword }),
  response: success,
  reasons: ['wrong_password'],
});
