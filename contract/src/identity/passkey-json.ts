import * as z from 'zod';

/** What a browser's WebAuthn call takes: `PublicKeyCredentialRequestOptionsJSON` or `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyOptions = z.object({ challenge: z.string() }).loose();

const base64url = (limit: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(limit);

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: z.object({}),
};

/** `AuthenticationResponseJSON`. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** `RegistrationResponseJSON`. */
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;
