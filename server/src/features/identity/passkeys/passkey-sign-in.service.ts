import type { PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { AppError } from '../../../platform/app-error.ts';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Challenges } from '../challenges/challenge.service.ts';
import { requireUser } from '../people/user.repository.ts';
import type { Browser, SessionOpening } from '../sessions/session-opening.service.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { addressKeys, startKeys } from '../sign-in/sign-in-limit.rules.ts';
import { type PasskeyProof, signedChallenge, wrongPasskey } from './passkey-proof.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly signIn: SignInConfig;
  readonly challenges: Challenges;
  readonly passkeyProof: PasskeyProof;
  readonly sessionOpening: SessionOpening;
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;

const CHALLENGE_MINUTES = 5;

/** Signs people in with a passkey alone. It proves two factors: the device, and the finger, face or PIN that it checks. */
export function createPasskeySignIn({ db, clock, signIn, challenges, passkeyProof, sessionOpening }: Dependencies) {
  const requireOn = () => {
    if (!signIn.hasPasskeys) throw new AppError('forbidden', 'Signing in with a passkey is turned off here', { reason: 'method_off' });
  };
  /** The person of a passkey. A wrong one is recorded as a failed sign-in. */
  const identify = async (passkey: PasskeyAnswer, browser: Browser) => {
    const challenge = signedChallenge(passkey.response.clientDataJSON);
    await challenges.take('PASSKEY', browser, challenge);
    const refuse = async (userId: number | undefined) => {
      await insertFailedSignIn(db, { at: clock.now(), address: browser.address, userId });
      throw wrongPasskey();
    };
    const userId = await passkeyProof.check(passkey, { challenge }).catch((error: unknown) => {
      if (error instanceof AppError) return refuse(undefined);
      throw error;
    });
    const user = await requireUser(db, userId);
    return user.deactivatedAt === null ? user : refuse(userId);
  };
  return {
    async start({ device, address }: Browser) {
      requireOn();
      await refuseTooManyAttempts({ db, clock }, startKeys(address), 'sign-in attempts');
      const options = await passkeyProof.optionsFor(undefined);
      await challenges.open('PASSKEY', { device }, { token: options.challenge, content: {}, minutes: CHALLENGE_MINUTES });
      return options;
    },

    async finish({ passkey, isRemembered }: { passkey: PasskeyAnswer; isRemembered: boolean }, browser: Browser) {
      requireOn();
      const keys = addressKeys(browser.address);
      await refuseTooManyAttempts({ db, clock }, keys, 'sign-in attempts');
      const user = await identify(passkey, browser).catch(async (error: unknown) => {
        // A failure of Stowage, such as a lost database, says nothing about the passkey. Without a database the count can't be reverted.
        if (!(error instanceof AppError)) await forgiveAttempt(db, { lower: keys }).catch(() => {});
        throw error;
      });
      await forgiveAttempt(db, { lower: keys });
      return sessionOpening.open(user, browser, { method: 'PASSKEY', isTwoStep: true, isRemembered });
    },
  };
}
