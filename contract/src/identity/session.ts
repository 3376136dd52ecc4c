import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { ROLES } from '../permissions.ts';

/** The localStorage keys of the tokens. */
export const TOKEN_KEYS = { access: 'jwt', refresh: 'refreshToken' } as const;

/** The page refreshes an access token that expires sooner than this. */
export const REFRESH_MARGIN_SECONDS = 60;

/** The page aborts a call after this time. */
export const CALL_TIMEOUT_MS = 30_000;

export const SIGN_IN_MESSAGES = {
  invalid: 'Invalid email or password',
  noPermission: 'Your account does not have the required permissions',
  failed: 'Login failed. Please try again.',
  codeRequired: 'Enter the code from your authenticator',
  wrongCode: 'The code is wrong or was already used',
  notAuthenticated: 'User is not authenticated. Please log in again.',
} as const;

/** Why a session ended, as the sign-in page shows it. */
export const SESSION_END_MESSAGES = {
  EXPIRED: 'Your session expired. Sign in again.',
  SIGNED_OUT: 'This session was signed out.',
  TOKEN_REPLAYED: 'Your session was ended for your security, because its key was used twice. If somebody else may have used it, change your password.',
  PASSWORD_RESET: 'Your password was changed. Sign in with the new one.',
  DEACTIVATED: 'Your account was deactivated. Ask an administrator.',
} as const;
export type SessionEndReason = keyof typeof SESSION_END_MESSAGES;

/** The claims of an access token. Times are seconds since 1970. */
export const accessClaims = z.object({
  /** Absent in tokens of version 1.0. */
  typ: z.literal('access').optional(),
  aud: z.literal('stowage').optional(),
  sub: z.string(),
  sid: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** The person's permissions, if they are not exactly those of the role in `roles`. A later version may know more of them. */
  permissions: z.array(z.string()).optional(),
  /** The person must set up two-step sign-in; until then only the calls for that answer. */
  setup: z.literal(true).optional(),
  /** The password was generated: the person must change it before anything else, also before the set-up. Comes with `setup`. */
  password: z.literal(true).optional(),
  iat: z.number(),
  exp: z.number(),
});
export type AccessClaims = z.infer<typeof accessClaims>;

export const tokens = z.object({ token: z.string(), refreshToken: z.string() });

export const login = endpoint('POST /api/login', {
  summary: 'Sign in with an e-mail address and a password. For a person with passkeys, the details of `code_required` hold a ticket for the second step',
  body: z.object({
    username: z.string().trim().min(1).max(320),
    password: z.string().min(1).max(1024),
    /**
     * false: the session ends with the browser session, 12 hours after its last refresh or 24 hours after the sign-in. Otherwise
     * it ends 30 days after the sign-in.
     */
    remember: z.boolean().optional(),
    /**
     * true: the refresh token is set as a cookie that scripts can't read, and the answer's `refreshToken` only names it. The page
     * does so; other clients get the token itself.
     */
    cookie: z.boolean().optional(),
    /** A code from the authenticator, or a recovery code. */
    code: z.string().max(40).optional(),
  }),
  response: tokens,
  reasons: ['wrong_credentials', 'too_many_attempts', 'code_required', 'wrong_code', 'method_off'],
});

export const refresh = endpoint('POST /api/refresh', {
  summary:
    'Exchange a refresh token for a new pair of tokens. Each refresh token works once; for two minutes, its browser may repeat the call. The details of a refusal give the end reason',
  body: z.object({ refreshToken: z.string().min(1).max(512) }),
  response: tokens,
  reasons: ['session_ended'],
});

export const logout = endpoint('POST /api/logout', {
  summary: 'End the session of a refresh token',
  body: z.object({ refreshToken: z.string().min(1).max(512) }),
  response: success.extend({
    /** Where the browser signs out at the identity provider as well; absent without one. */
    next: z.string().optional(),
  }),
});
