import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { MAX_PASSKEYS } from '@stowage/contract/identity/passkeys';
import { AppError } from '../../../platform/app-error.ts';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { createOwnership } from '../account/ownership.service.ts';
import { notifyOwner } from '../account/security-notice.ts';
import type { Challenges } from '../challenges/challenge.service.ts';
import type { User } from '../people/user.repository.ts';
import { mayUsePassword } from '../sign-in/password-use.rules.ts';
import { hasExternalIdentity } from '../single-sign-on/external-identity.repository.ts';
import { deleteRecoveryCodes } from '../two-factor/two-factor.repository.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { deletePasskeys, insertPasskey, listPasskeys, passkeysOf, renamePasskey } from './passkey.repository.ts';
import { type PasskeyProof, signedChallenge, userHandleOf, webauthn, wrongPasskey } from './passkey-proof.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly challenges: Challenges;
  readonly passkeyProof: PasskeyProof;
  readonly twoFactor: TwoFactorService;
  readonly encryptionKey: Keyring;
  readonly signIn: SignInConfig;
}

export type PasskeyService = ReturnType<typeof createPasskeyService>;

const CHALLENGE_MINUTES = 5;

/** A person's own passkeys. */
export function createPasskeyService(deps: Dependencies) {
  const { db, clock, challenges, passkeyProof, twoFactor, encryptionKey, signIn } = deps;
  const { find, change } = createOwnership({ db, clock });
  const verifyNew = createRegistrationCheck(deps);
  const refuseTooMany = async (tx: Database, userId: number) => {
    const known = await passkeysOf(tx, userId);
    if (known.length < MAX_PASSKEYS) return known;
    throw new AppError('conflict', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`, { reason: 'too_many_passkeys' });
  };
  /** Whether a password or the identity provider lets the person in. What is turned off lets nobody in. */
  const hasOtherWay = async (tx: Database, { id, email, passwordHash }: User) =>
    (passwordHash !== null && mayUsePassword(signIn, email)) || (signIn.oidc !== undefined && (await hasExternalIdentity(tx, id)));
  return {
    list: (userId: number) => listPasskeys(db, userId),

    async start(caller: Caller) {
      const { email, name } = await find(caller);
      const known = await refuseTooMany(db, caller.userId);
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: 'Stowage',
        rpID: passkeyProof.site.id,
        userName: email,
        userDisplayName: name,
        userID: new Uint8Array(await userHandleOf({ db, encryptionKey }, caller.userId)),
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.open('ADD_PASSKEY', caller, { token: options.challenge, content: {}, minutes: CHALLENGE_MINUTES });
      return { ...options };
    },

    /** @returns the recovery codes that come with the first second step */
    async add(caller: Caller, { name, passkey: answer }: { name: string; passkey: NewPasskeyAnswer }): Promise<string[] | null> {
      const challenge = signedChallenge(answer.response.clientDataJSON);
      await challenges.take('ADD_PASSKEY', caller, challenge);
      const verified = await verifyNew(answer, challenge);
      const { userId } = caller;
      return change(caller, undefined, async (tx) => {
        await refuseTooMany(tx, userId);
        const transports = answer.response.transports ?? [];
        if (!(await insertPasskey(tx, { ...verified, userId, name, transports, now: clock.now() }))) throw wrongPasskey();
        await notifyOwner(tx, 'sign-in-method-added', { userId, now: clock.now() });
        return (await twoFactor.codesLeft(userId, tx)) > 0 ? null : twoFactor.createRecoveryCodes(tx, userId);
      });
    },

    async rename({ userId }: Caller, id: number, name: string): Promise<void> {
      if (!(await renamePasskey(db, { id, userId, name }))) throw noSuchPasskey();
    },

    /** @throws AppError `conflict` with `last_method` */
    remove: (caller: Caller, id: number) =>
      change(caller, undefined, async (tx) => {
        const { userId } = caller;
        const user = await find(caller, tx);
        const known = await passkeysOf(tx, userId);
        if (!known.some((passkey) => passkey.id === id)) throw noSuchPasskey();
        const isLast = known.length === 1;
        if (isLast && !(await hasOtherWay(tx, user))) {
          throw new AppError('conflict', 'This passkey is your only way to sign in. Add another one first.', { reason: 'last_method' });
        }
        await deletePasskeys(tx, { id, userId });
        if (isLast && user.totpSecret === null) await deleteRecoveryCodes(tx, userId);
        await notifyOwner(tx, 'sign-in-method-removed', { userId, now: clock.now() });
      }),

    async startVerification(caller: Caller) {
      if ((await passkeysOf(db, caller.userId)).length === 0) throw new AppError('conflict', 'You have no passkey', { reason: 'no_passkey' });
      const options = await passkeyProof.optionsFor(caller.userId);
      await challenges.open('VERIFY_PASSKEY', caller, { token: options.challenge, content: {}, minutes: CHALLENGE_MINUTES });
      return { ...options };
    },

    /** @throws AppError `rule_violated` with `wrong_passkey` or `sign_in_expired` */
    async verify(caller: Caller, answer: PasskeyAnswer): Promise<void> {
      const challenge = signedChallenge(answer.response.clientDataJSON);
      await challenges.take('VERIFY_PASSKEY', caller, challenge);
      await passkeyProof.check(answer, { challenge, userId: caller.userId });
    },
  };
}

/** Checks what an authenticator says of a new passkey. */
function createRegistrationCheck({ passkeyProof: { site }, logger }: Pick<Dependencies, 'passkeyProof' | 'logger'>) {
  return async (answer: NewPasskeyAnswer, challenge: string) => {
    const { verifyRegistrationResponse } = await webauthn();
    const result = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    }).catch((err: unknown) => {
      logger.info({ err }, 'a new passkey was refused');
      return undefined;
    });
    if (result?.verified !== true) throw wrongPasskey();
    const { credential, credentialBackedUp } = result.registrationInfo;
    return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter, isSynced: credentialBackedUp };
  };
}

function noSuchPasskey(): AppError {
  return new AppError('not_found', 'You have no such passkey');
}
