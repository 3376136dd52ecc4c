import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import { newPasskeyAnswer, passkeyAnswer, passkeyOptions } from './passkey-json.ts';
import { tokens } from './session.ts';

export const PASSKEY_NAME_MAX_LENGTH = 80;
/** The most passkeys of one person. */
export const MAX_PASSKEYS = 20;

const passkeyName = z.string().trim().min(1, 'Please enter a name').max(PASSKEY_NAME_MAX_LENGTH);

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether its provider copies it to the person's other devices. */
  is_synced: z.boolean(),
  /** ISO 8601. */
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = endpoint('GET /api/user/passkeys', {
  summary: 'List your passkeys',
  response: z.array(passkey),
});

export const startPasskey = endpoint('POST /api/user/passkeys/start', {
  summary: 'Begin to add a passkey',
  response: passkeyOptions,
  reasons: ['too_many_passkeys'],
});

export const addPasskey = endpoint('POST /api/user/passkeys', {
  summary: 'Add a passkey. With the first second step, the recovery codes come with it and cannot be read again',
  body: z.object({ name: passkeyName, passkey: newPasskeyAnswer }),
  response: z.object({ recovery_codes: z.array(z.string()).nullable() }),
  reasons: ['sign_in_expired', 'wrong_passkey', 'too_many_passkeys'],
});

export const renamePasskey = endpoint('POST /api/user/passkeys/:id/rename', {
  summary: 'Rename one of your passkeys',
  params: recordParams,
  body: z.object({ name: passkeyName }),
  response: success,
});

export const removePasskey = endpoint('POST /api/user/passkeys/:id/remove', {
  summary: 'Remove one of your passkeys',
  params: recordParams,
  response: success,
  reasons: ['last_method'],
});

export const startPasskeySignIn = endpoint('POST /api/sign-in/passkey/start', {
  summary: 'Begin a sign-in with a passkey. It ends in the browser that began it',
  response: passkeyOptions,
  reasons: ['method_off', 'too_many_attempts'],
});

export const finishPasskeySignIn = endpoint('POST /api/sign-in/passkey', {
  summary: 'Sign in with a passkey, which proves both factors',
  body: z.object({ passkey: passkeyAnswer, remember: z.boolean().optional(), cookie: z.boolean().optional() }),
  response: tokens,
  reasons: ['method_off', 'too_many_attempts', 'sign_in_expired', 'wrong_passkey'],
});

export const startPasskeyVerification = endpoint('POST /api/user/verify/passkey', {
  summary: 'Begin to prove who you are again, with a passkey',
  response: passkeyOptions,
  reasons: ['no_passkey'],
});
