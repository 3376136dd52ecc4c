import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { passkeyAnswer, passkeyOptions } from './passkey-json.ts';
import { tokens } from './session.ts';

export const SECOND_STEP_MINUTES = 5;

/** The details of `code_required`: how to go on without repeating the first step. */
export const secondStepDetails = z.object({
  ticket: z.string(),
  /** For a person with passkeys. */
  passkey: passkeyOptions.nullable(),
});
export type SecondStepDetails = z.infer<typeof secondStepDetails>;

const isOneProof = ({ code, passkey }: { code?: string | undefined; passkey?: unknown }) => (code === undefined) !== (passkey === undefined);

export const finishSecondStep = endpoint('POST /api/sign-in/second-step', {
  summary: 'Finish a sign-in with a code from the authenticator, a recovery code or a passkey. A ticket allows several codes and one passkey',
  body: z
    .object({
      ticket: z.string().max(100),
      code: z.string().trim().min(1).max(40).optional(),
      passkey: passkeyAnswer.optional(),
      cookie: z.boolean().optional(),
    })
    .refine(isOneProof, 'Send a code or a passkey'),
  response: tokens,
  reasons: ['sign_in_expired', 'too_many_attempts', 'wrong_code', 'wrong_passkey'],
});
