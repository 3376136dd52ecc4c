import { AppError } from '../../../platform/app-error.ts';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import { verifyPassword } from '../account/password.ts';
import { findUserByEmail } from '../people/user.repository.ts';
import { hashToken } from '../secret-token.ts';
import { isKnownDevice } from '../sessions/session.repository.ts';
import { type Browser, type Proof, type SessionOpening, wrongCredentials } from '../sessions/session-opening.service.ts';
import type { SecondStep } from '../two-factor/second-step.service.ts';
import { refuseTooManyAttempts } from './attempts.service.ts';
import { mayUsePassword } from './password-use.rules.ts';
import { forgiveAttempt, insertFailedSignIn } from './sign-in-failure.repository.ts';
import { attemptKeys, deviceAttemptKeys } from './sign-in-limit.rules.ts';

interface SignIn extends Browser {
  readonly email: string;
  readonly password: string;
  /** A code from the authenticator, or a recovery code. */
  readonly code?: string | undefined;
  readonly isRemembered: boolean;
}

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly sessionOpening: SessionOpening;
  readonly secondStep: SecondStep;
  readonly signIn: SignInConfig;
}

export type SignInWithPassword = ReturnType<typeof createSignIn>;

/** Signs a person in by email and password, with the second step where it is due. */
export function createSignIn({ db, clock, sessionOpening, secondStep, signIn }: Dependencies) {
  return async (given: SignIn) => {
    const isKnown = await isKnownDevice(db, given.email, hashToken(given.device));
    const keys = isKnown ? deviceAttemptKeys(given.email, given.device, given.address) : attemptKeys(given.email, given.address);
    await refuseTooManyAttempts({ db, clock }, keys.near, 'sign-in attempts');
    // An attempt that was already refused must not count for the account, or one attacker could lock its owner out everywhere.
    await refuseTooManyAttempts({ db, clock }, keys.far, 'sign-in attempts');
    const user = await findUserByEmail(db, given.email);
    if (!(await verifyPassword(user?.passwordHash, given.password)) || user === undefined || user.deactivatedAt !== null) {
      await insertFailedSignIn(db, { at: clock.now(), address: given.address, userId: user?.id });
      throw wrongCredentials();
    }
    // Only a right password learns that passwords are off, so that nobody finds out which account may use one.
    if (!mayUsePassword(signIn, user.email)) throw passwordsAreOff(signIn);
    const proof: Proof = { method: 'PASSWORD', isTwoStep: false, isRemembered: given.isRemembered };
    // The password was right, so a missing code is not a failed attempt. Earlier wrong codes still count.
    const onMissingCode = () => forgiveAttempt(db, { lower: [...keys.near, ...keys.far] });
    await secondStep.require(user, given, { code: given.code, proof, isKnown, onMissingCode });
    const [own, ...others] = keys.near;
    await forgiveAttempt(db, { clear: own, lower: [...others, ...keys.far] });
    return sessionOpening.open(user, given, proof);
  };
}

function passwordsAreOff({ oidc }: SignInConfig): AppError {
  return new AppError('forbidden', `Passwords are turned off here. Use “Sign in with ${oidc?.label ?? 'a passkey'}”.`, { reason: 'method_off' });
}
