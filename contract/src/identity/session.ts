import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { ROLES } from '../permissions.ts';

/** Names under which the browser keeps its tokens. */
export const TOKEN_KEYS = { access: 'jwt', refresh: 'refreshToken' } as const;

/** An access token is refreshed when it has less than this left. */
export const REFRESH_MARGIN_SECONDS = 60;

/** How long the browser waits for any call. */
export const CALL_TIMEOUT_MS = 30_000;

export const SIGN_IN_MESSAGES = {
  invalid: 'Invalid email or password',
  noPermission: 'Your account does not have the required permissions',
  failed: 'Login failed. Please try again.',
  codeRequired: 'Enter the code that your authenticator shows',
  wrongCode: 'The code is wrong, or was used already',
  notAuthenticated: 'User is not authenticated. Please log in again.',
} as const;

/** What an access token says of its bearer. Times are seconds since 1970. */
export const accessClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  iat: z.number(),
  exp: z.number(),
});
export type AccessClaims = z.infer<typeof accessClaims>;

const tokens = z.object({ token: z.string(), refreshToken: z.string() });

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in with e-mail and password',
  body: z.object({
    username: z.string().trim().min(1).max(320),
    password: z.string().min(1).max(1024),
    /** false: the session is over with the browser's, or twelve hours after its last call; else after 30 days. */
    remember: z.boolean().optional(),
    /** Of the authenticator, or a recovery code. */
    code: z.string().max(40).optional(),
  }),
  response: tokens,
  reasons: ['wrong_credentials', 'too_many_attempts', 'code_required', 'wrong_code'],
});

export const refresh = endpoint({
  method: 'POST',
  path: '/api/refresh',
  summary: 'Trade a refresh token for a new pair; each refresh token works once',
  body: z.object({ refreshToken: z.string().min(1).max(512) }),
  response: tokens,
  reasons: ['session_ended'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'End the session that this refresh token belongs to',
  body: z.object({ refreshToken: z.string().min(1).max(512) }),
  response: success,
});
