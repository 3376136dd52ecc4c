import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { tellWrongCodes } from '../account/security-notice.ts';
import type { User } from '../people/user.repository.ts';
import { refuseTooMany } from '../sign-in/attempts.service.ts';
import { countAttempt, forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { codeKeys, WRONG_CODES_TOLD, wrongCodesKey } from '../sign-in/sign-in-limit.rules.ts';
import type { TwoFactorService } from './two-factor.service.ts';

interface Given {
  readonly code?: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Where the person was signed in on this browser before. */
  readonly knownDevice: string | undefined;
  /** What is done when the code is asked for. */
  readonly onAsked: () => Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly twoFactor: TwoFactorService;
}

/** The code after a right password. */
export function createSecondStep({ db, clock, twoFactor }: Dependencies) {
  /** The owner hears of it once a day, when there are too many for somebody who mistypes. */
  const noteWrongCode = (userId: number, { userAgent, address }: Given) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now();
      await insertFailedSignIn(tx, { at: now, address, userId });
      const [count] = await countAttempt(tx, [wrongCodesKey(userId)], now);
      if (count?.attempts === WRONG_CODES_TOLD) await tellWrongCodes(tx, { userId, now, userAgent, address });
    });

  /** @throws AppError `unauthenticated` unless the code that is due was given, `rate_limited` when too many were wrong */
  return async (user: User, given: Given): Promise<void> => {
    const { code, knownDevice, onAsked } = given;
    if (user.totpSecret === undefined) return;
    if (code === undefined || code.trim() === '') {
      await onAsked();
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.codeRequired, { reason: 'code_required' });
    }
    const keys = codeKeys(user.id, knownDevice);
    // One after the other: what the first refuses is no guess of the day.
    for (const key of keys) await refuseTooMany({ db, clock }, [key], 'wrong codes');
    if (await twoFactor.takeCode(user, code)) return forgiveAttempt(db, { lower: keys });
    await noteWrongCode(user.id, given);
    throw new AppError('unauthenticated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
  };
}
