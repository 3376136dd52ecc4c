import type { PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { AppError } from '../../../platform/app-error.ts';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Challenges } from '../challenges/challenge.service.ts';
import { requireUser } from '../people/user.repository.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import type { Browser, SessionOpening } from '../sign-in/session-opening.service.ts';
import { forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { addressKeys, startKeys } from '../sign-in/sign-in-limit.rules.ts';
import { type PasskeyProof, signedChallenge, wrongPasskey } from './passkey-proof.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly signIn: SignInConfig;
  readonly challenges: Challenges;
  readonly passkeyProof: PasskeyProof;
  readonly sessionOpening: SessionOpening;
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;

const CHALLENGE_MINUTES = 5;

/** Signs people in with a passkey alone. It proves two factors: the device, and the finger, face or PIN that it checks. */
export function createPasskeySignIn({ db, clock, logger, signIn, challenges, passkeyProof, sessionOpening }: Dependencies) {
  const requireOn = () => {
    if (!signIn.hasPasskeys) throw new AppError('forbidden', 'Signing in with a passkey is turned off here', { reason: 'method_off' });
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
      const challenge = signedChallenge(passkey.response.clientDataJSON);
      await challenges.take('PASSKEY', browser, challenge);
      const refuse = async (userId: number | undefined) => {
        await insertFailedSignIn(db, { at: clock.now(), address: browser.address, userId });
        throw wrongPasskey();
      };
      const userId = await passkeyProof.check(passkey, { challenge }).catch((err: unknown) => {
        // The refusal of a wrong passkey is expected, and the failed sign-in is recorded.
        if (!(err instanceof AppError)) logger.warn({ err }, 'failed to check a passkey');
        return refuse(undefined);
      });
      const user = await requireUser(db, userId);
      if (user.deactivatedAt !== null) return refuse(userId);
      await forgiveAttempt(db, { lower: keys });
      return sessionOpening.open(user, browser, { method: 'PASSKEY', isTwoStep: true, isRemembered });
    },
  };
}
