import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { emailAddress } from '../mail/mail.ts';
import { endedSessions, openSessions, sessionId } from './open-sessions.ts';
import { personName } from './people.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const RESET_LINK_MINUTES = 30;
export const RECOVERY_CODES = 10;

/** The page behind a mailed link; the token stands behind the `#`, which no server's log sees. */
export const ACCOUNT_LINK_PATH = '/account-link';

const newPassword = z.string().min(MIN_PASSWORD_LENGTH, `A password must have at least ${MIN_PASSWORD_LENGTH} characters`).max(1024);
/** Of a link that was cut off nothing is left: that is told as of any other that does not work. */
const token = z.string().max(100);
export const FORGOT_PASSWORD_ANSWER = 'If there is an account with this address, a link to set a new password is on its way to it.';

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Ask for a link to set a new password; the answer is the same whether there is such an account or not',
  body: z.object({ email: emailAddress }),
  response: success,
});

export const readAccountLink = endpoint({
  method: 'POST',
  path: '/api/account-links/read',
  summary: 'Whose a mailed link is and what it is for',
  body: z.object({ token }),
  response: z.object({ purpose: z.enum(['INVITATION', 'PASSWORD']), email: z.string(), name: z.string() }),
  reasons: ['link_over'],
});

export const useAccountLink = endpoint({
  method: 'POST',
  path: '/api/account-links/use',
  summary: 'Set a password, and with an invitation a name; the link works once',
  body: z.object({ token, name: personName.optional(), password: newPassword }),
  response: success,
  reasons: ['link_over'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  summary: 'The account of whoever asks',
  response: z.object({ name: z.string(), email: z.string(), hasTwoFactor: z.boolean(), recoveryCodesLeft: z.number() }),
});

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/user/profile',
  summary: 'Change one’s own name',
  body: z.object({ name: personName }),
  response: success,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change one’s own password; every other session ends',
  body: z.object({ current: z.string().min(1).max(1024), password: newPassword }),
  response: success,
  reasons: ['wrong_password'],
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where one is signed in',
  response: openSessions,
});

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/api/user/sessions/:id/end',
  summary: 'Sign out one of one’s own sessions',
  params: z.object({ id: sessionId }),
  response: success,
});

export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions/end-all',
  summary: 'Sign out everywhere, here too',
  response: endedSessions,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/start',
  summary: 'Make a secret for an authenticator; it asks for nothing until a code of it is confirmed',
  body: z.object({ password: z.string().min(1).max(1024) }),
  response: z.object({ secret: z.string(), address: z.string() }),
  reasons: ['wrong_password', 'already_on'],
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/confirm',
  summary: 'Ask for a code at each sign-in from now on; answers the recovery codes, once',
  body: z.object({ code: z.string().trim().max(20) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  reasons: ['wrong_code', 'not_started'],
});

export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/remove',
  summary: 'Sign in with the password alone again',
  body: z.object({ password: z.string().min(1).max(1024) }),
  response: success,
  reasons: ['wrong_password'],
});
