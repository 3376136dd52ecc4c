import type { PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { SECOND_STEP_MINUTES, type SecondStepDetails } from '@stowage/contract/identity/second-step';
import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { notifyWrongCodes } from '../account/security-notice.ts';
import { type Challenges, signInExpired } from '../challenges/challenge.service.ts';
import type { PasskeyProof } from '../passkeys/passkey-proof.service.ts';
import { requireUser, type User } from '../people/user.repository.ts';
import { hashToken, newToken } from '../secret-token.ts';
import { isKnownDevice } from '../sessions/session.repository.ts';
import type { Browser, Proof } from '../sessions/session-opening.service.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { countAttempt, forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { codeKeys, WRONG_CODES_BEFORE_NOTICE, wrongCodesKey } from '../sign-in/sign-in-limit.rules.ts';
import type { TwoFactorService } from './two-factor.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly twoFactor: TwoFactorService;
  readonly challenges: Challenges;
  readonly passkeyProof: PasskeyProof;
}

/** What a ticket for the second step holds. */
interface Ticket {
  readonly userId: number;
  readonly proof: Proof;
  /** Changes with the account's secrets, which ends the ticket. */
  readonly stamp: string;
  /** The challenge for the passkey; null once it was used or when there is none. */
  readonly challenge: string | null;
}

export type SecondStep = ReturnType<typeof createSecondStep>;

/** Whether a sign-in that proved one factor needs a second step. */
export function hasSecondStep({ totpSecret, hasPasskeys }: Pick<User, 'totpSecret' | 'hasPasskeys'>): boolean {
  return totpSecret !== null || hasPasskeys;
}

/** The second step after a password or the identity provider: a code from the authenticator, a recovery code or a passkey. */
export function createSecondStep({ db, clock, twoFactor, challenges, passkeyProof }: Dependencies) {
  const checkCode = createCodeCheck({ db, clock, twoFactor });
  /** The error that asks for the second step, with a ticket for it. */
  const asked = async (user: User, browser: Browser, proof: Proof): Promise<AppError> => {
    const ticket = newToken();
    const passkey = user.hasPasskeys ? await passkeyProof.optionsFor(user.id, { isSecondStep: true }) : null;
    const content: Ticket = { userId: user.id, proof, stamp: stampOf(user), challenge: passkey?.challenge ?? null };
    await challenges.open('SECOND_STEP', browser, { token: ticket, content, minutes: SECOND_STEP_MINUTES });
    return codeRequired({ ticket, passkey });
  };
  const checkPasskey = async (holder: Browser, { ticket, content, passkey }: { ticket: string; content: Ticket; passkey: PasskeyAnswer }) => {
    if (content.challenge === null) throw signInExpired();
    // Used up before the check, so that a challenge is checked once.
    await challenges.replace('SECOND_STEP', holder, { token: ticket, content: { ...content, challenge: null } });
    await passkeyProof.check(passkey, { challenge: content.challenge, userId: content.userId, isSecondStep: true });
  };
  return {
    /**
     * Checks the second step of a sign-in whose client repeats the first one.
     * @throws AppError `unauthenticated` when the code is missing or wrong, `rate_limited` after too many wrong codes
     */
    async require(user: User, browser: Browser, given: { code?: string | undefined; proof: Proof; isKnown: boolean; onMissingCode: () => Promise<void> }) {
      if (!hasSecondStep(user)) return;
      const { code, proof, isKnown, onMissingCode } = given;
      if (code !== undefined && code.trim() !== '') return checkCode(user, code, { ...browser, isKnown });
      await onMissingCode();
      throw user.hasPasskeys ? await asked(user, browser, proof) : codeRequired();
    },

    asked,

    /** @throws AppError `unauthenticated` with `wrong_code`, `rule_violated` with `wrong_passkey` or `sign_in_expired` */
    async finish(given: { ticket: string; code?: string | undefined; passkey?: PasskeyAnswer | undefined }, browser: Browser) {
      const content = await challenges.read<Ticket>('SECOND_STEP', browser, given.ticket);
      const user = await requireUser(db, content.userId);
      if (content.stamp !== stampOf(user) || user.deactivatedAt !== null) throw signInExpired();
      if (given.passkey !== undefined) await checkPasskey(browser, { ticket: given.ticket, content, passkey: given.passkey });
      else await checkCode(user, given.code ?? '', { ...browser, isKnown: await isKnownDevice(db, user.email, hashToken(browser.device)) });
      await challenges.take('SECOND_STEP', browser, given.ticket);
      return { user, proof: content.proof };
    },
  };
}

/** Checks a code of the authenticator or a recovery code, and limits the wrong ones. */
function createCodeCheck({ db, clock, twoFactor }: Pick<Dependencies, 'db' | 'clock' | 'twoFactor'>) {
  const recordWrongCode = (userId: number, { userAgent, address }: Pick<Browser, 'userAgent' | 'address'>) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now();
      await insertFailedSignIn(tx, { at: now, address, userId });
      const [count] = await countAttempt(tx, [wrongCodesKey(userId)], now);
      if (count?.attempts === WRONG_CODES_BEFORE_NOTICE) await notifyWrongCodes(tx, { userId, now, userAgent, address });
    });

  return async (user: User, code: string, browser: Browser & { readonly isKnown: boolean }): Promise<void> => {
    const keys = codeKeys(user.id, browser.isKnown ? browser.device : undefined);
    // One after the other, so that an attempt that the first limit refuses does not count for the day.
    for (const key of keys) await refuseTooManyAttempts({ db, clock }, [key], 'wrong codes');
    if (await twoFactor.useCode(user, code)) return forgiveAttempt(db, { lower: keys });
    await recordWrongCode(user.id, browser);
    throw new AppError('unauthenticated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
  };
}

function codeRequired(details?: SecondStepDetails): AppError {
  return new AppError('unauthenticated', SIGN_IN_MESSAGES.codeRequired, { reason: 'code_required', ...(details && { details }) });
}

function stampOf({ passwordHash, totpSecret }: User): string {
  return hashToken(`${passwordHash} ${totpSecret}`).toString('base64url');
}
