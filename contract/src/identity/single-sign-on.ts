import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { tokens } from './session.ts';

/** The page to which the identity provider sends the browser back. */
export const SINGLE_SIGN_ON_PATH = '/single-sign-on';

/** A sign-in that takes longer starts again. */
export const SINGLE_SIGN_ON_MINUTES = 10;

/** Where the page sends the browser. */
const providerAddress = z.object({ address: z.string() });

/** What the provider appended to the address of the page: `?code=…&state=…`. */
const answer = z.object({ answer: z.string().max(8_192) });

const providerReasons = ['provider_unavailable', 'provider_refused', 'sign_in_expired'] as const;

/** Why the provider's account opens no session. */
const ADMISSION_REFUSALS = ['email_not_verified', 'wrong_domain', 'no_group', 'no_account', 'account_exists', 'deactivated'] as const;
export type AdmissionRefusal = (typeof ADMISSION_REFUSALS)[number];

export const startSingleSignOn = endpoint('POST /api/sign-in/single-sign-on/start', {
  summary: 'Begin a sign-in at the identity provider. It ends in the browser that began it',
  response: providerAddress,
  reasons: ['method_off', 'too_many_attempts', ...providerReasons],
});

export const finishSingleSignOn = endpoint('POST /api/sign-in/single-sign-on/finish', {
  summary: "Exchange the identity provider's answer for tokens. With a second step, the details of `code_required` hold a ticket for it",
  body: answer.extend({
    /** As for the sign-in with a password. */
    cookie: z.boolean().optional(),
  }),
  response: tokens,
  reasons: ['method_off', 'too_many_attempts', 'code_required', ...providerReasons, ...ADMISSION_REFUSALS],
});

export const connectSingleSignOn = endpoint('POST /api/user/single-sign-on/connect', {
  summary: 'Begin to connect your account with one of the identity provider',
  response: providerAddress,
  reasons: ['method_off', 'already_connected', ...providerReasons],
});

export const verifyBySingleSignOn = endpoint('POST /api/user/single-sign-on/verify', {
  summary: 'Begin to prove who you are again, at the identity provider',
  response: providerAddress,
  reasons: ['method_off', 'not_connected', ...providerReasons],
});

export const confirmSingleSignOn = endpoint('POST /api/user/single-sign-on/confirm', {
  summary: "Take the identity provider's answer for a signed-in person: connects the account, or proves who the person is",
  body: answer.extend({ purpose: z.enum(['CONNECT', 'VERIFY']) }),
  response: success,
  reasons: ['method_off', 'subject_taken', 'other_subject', 'already_connected', ...providerReasons, ...ADMISSION_REFUSALS],
});

export const disconnectSingleSignOn = endpoint('POST /api/user/single-sign-on/disconnect', {
  summary: 'Disconnect your account from the identity provider',
  response: success,
  reasons: ['last_method', 'not_connected'],
});

export const getOwnSingleSignOn = endpoint('GET /api/user/single-sign-on', {
  summary: 'The account of the identity provider that signs you in',
  response: z.object({
    /** The name of the identity provider; null without one. */
    label: z.string().nullable(),
    connection: z
      .object({
        email: z.string().nullable(),
        /** ISO 8601. */
        connected_at: z.string(),
        last_used_at: z.string(),
      })
      .nullable(),
  }),
});
