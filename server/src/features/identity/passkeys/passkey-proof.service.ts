import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { derivedKey } from '../../../platform/keys/derived-key.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { notifyCopiedPasskey } from '../account/security-notice.ts';
import { findPasskey, passkeysOf, recordUse, type StoredPasskey } from './passkey.repository.ts';
import { relyingPartyOf } from './relying-party.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly publicAddress: string;
  readonly encryptionKey: Keyring;
}

export type PasskeyProof = ReturnType<typeof createPasskeyProof>;

/** Loaded on first use: the parsers of attestations take 80 ms. */
export const webauthn = () => import('@simplewebauthn/server');

/** Names a person to authenticators, which show and store it: no address, and not the same at another installation. */
export async function userHandleOf(keys: Pick<Dependencies, 'db' | 'encryptionKey'>, userId: number): Promise<Buffer> {
  return createHmac('sha256', await derivedKey(keys, 'passkey handles'))
    .update(`passkey user ${userId}`)
    .digest();
}

/** Checks what an authenticator signed. */
export function createPasskeyProof({ db, clock, logger, publicAddress, encryptionKey }: Dependencies) {
  const site = relyingPartyOf(publicAddress);
  const optionsFor = async (userId: number | undefined, { isSecondStep = false } = {}) => {
    const { generateAuthenticationOptions } = await webauthn();
    const known = userId === undefined ? undefined : await passkeysOf(db, userId);
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      // As a second step after a password the touch is enough; without one, the passkey must also have checked its person.
      userVerification: isSecondStep ? 'preferred' : 'required',
      ...(known && { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }),
    });
    return { ...options };
  };
  const verify = async (passkey: StoredPasskey, answer: PasskeyAnswer, { challenge, isSecondStep }: { challenge: string; isSecondStep: boolean }) => {
    const { verifyAuthenticationResponse } = await webauthn();
    return verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: !isSecondStep,
      // The count is compared below, where a copy is recognized only by a valid signature.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }).catch((err: unknown) => {
      logger.info({ err, passkeyId: passkey.id }, 'a passkey was refused');
      return undefined;
    });
  };
  return {
    site,

    /** @param userId whose passkeys may answer; undefined: the person chooses one at the sign-in. A second step needs the touch only */
    optionsFor,

    /**
     * @param userId the person who must own the passkey; undefined: it alone proves who the person is
     * @param isSecondStep whether it comes after a password, so that the touch is enough
     * @returns the person @throws AppError `rule_violated` with `wrong_passkey`
     */
    async check(
      answer: PasskeyAnswer,
      { challenge, userId, isSecondStep = false }: { challenge: string; userId?: number; isSecondStep?: boolean },
    ): Promise<number> {
      const passkey = await findPasskey(db, answer.id);
      const isAlone = userId === undefined;
      if (passkey === undefined || (!isAlone && passkey.userId !== userId)) throw wrongPasskey();
      if (isAlone && !isHandleOf(answer, await userHandleOf({ db, encryptionKey }, passkey.userId))) throw wrongPasskey();
      const result = await verify(passkey, answer, { challenge, isSecondStep });
      if (result?.verified !== true) throw wrongPasskey();
      const { newCounter, credentialBackedUp } = result.authenticationInfo;
      const counts = newCounter > 0 || passkey.counter > 0;
      const isCounted = !counts || newCounter > passkey.counter;
      const use = { counter: newCounter, isSynced: credentialBackedUp, now: clock.now() };
      if (!isCounted || !(await recordUse(db, passkey, use))) {
        logger.warn({ passkeyId: passkey.id, userId: passkey.userId }, 'a passkey signed with a count that it had passed: there may be a copy of it');
        await db.transaction().execute((tx) => notifyCopiedPasskey(tx, { userId: passkey.userId, now: clock.now() }));
        throw wrongPasskey();
      }
      return passkey.userId;
    },
  };
}

/** The challenge that an authenticator signed, to find the stored one. @throws AppError `rule_violated` with `wrong_passkey` */
export function signedChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Not JSON.
  }
  throw wrongPasskey();
}

function isHandleOf({ response: { userHandle = '' } }: PasskeyAnswer, handle: Buffer): boolean {
  const given = Buffer.from(userHandle, 'base64url');
  return given.length === handle.length && timingSafeEqual(given, handle);
}

export function wrongPasskey(): AppError {
  return new AppError('rule_violated', 'This passkey was not accepted. Try another one or another way to sign in.', { reason: 'wrong_passkey' });
}
