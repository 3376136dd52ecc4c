import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** How a session began. */
const SIGN_IN_METHODS = ['PASSWORD', 'PASSKEY', 'SINGLE_SIGN_ON'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const getSignInMethods = endpoint('GET /api/sign-in/methods', {
  summary: 'How people sign in here',
  response: z.object({
    /** false: only the accounts that STOWAGE_BREAK_GLASS names sign in with a password. */
    has_passwords: z.boolean(),
    /** Where passkeys work; null while they open no session. */
    passkey_origin: z.string().nullable(),
    /** The name of the identity provider; null without one. */
    single_sign_on: z.string().nullable(),
  }),
});
export type SignInMethods = z.infer<typeof getSignInMethods.response>;
