import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { notifyWrongCodes } from '../account/security-notice.ts';
import type { User } from '../people/user.repository.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { countAttempt, forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { codeKeys, WRONG_CODES_BEFORE_NOTICE, wrongCodesKey } from '../sign-in/sign-in-limit.rules.ts';
import type { TwoFactorService } from './two-factor.service.ts';

interface SecondStep {
  readonly code?: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Set if the person has signed in on this browser before. */
  readonly knownDevice: string | undefined;
  readonly onMissingCode: () => Promise<void>;
}

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly twoFactor: TwoFactorService;
}

/** Checks the code that a person with two-step sign-in enters after the password. */
export function createSecondStep({ db, clock, twoFactor }: Dependencies) {
  const recordWrongCode = (userId: number, { userAgent, address }: SecondStep) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now();
      await insertFailedSignIn(tx, { at: now, address, userId });
      const [count] = await countAttempt(tx, [wrongCodesKey(userId)], now);
      if (count?.attempts === WRONG_CODES_BEFORE_NOTICE) await notifyWrongCodes(tx, { userId, now, userAgent, address });
    });

  /** @throws AppError `unauthenticated` when the code is missing or wrong, `rate_limited` after too many wrong codes */
  return async (user: User, given: SecondStep): Promise<void> => {
    const { code, knownDevice, onMissingCode } = given;
    if (user.totpSecret === null) return;
    if (code === undefined || code.trim() === '') {
      await onMissingCode();
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.codeRequired, { reason: 'code_required' });
    }
    const keys = codeKeys(user.id, knownDevice);
    // One after the other, so that an attempt that the first limit refuses does not count for the day.
    for (const key of keys) await refuseTooManyAttempts({ db, clock }, [key], 'wrong codes');
    if (await twoFactor.useCode(user, code)) return forgiveAttempt(db, { lower: keys });
    await recordWrongCode(user.id, given);
    throw new AppError('unauthenticated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
  };
}
