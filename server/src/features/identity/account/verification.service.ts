import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { VERIFIED_MINUTES } from '@stowage/contract/identity/account';
import type { PasskeyAnswer } from '@stowage/contract/identity/passkey-json';
import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { type Caller, refuseKeys } from '../../../platform/http/caller.ts';
import type { PasskeyService } from '../passkeys/passkey.service.ts';
import { isVerifiedSince, markVerified } from '../sessions/session.repository.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { forgiveAttempt } from '../sign-in/sign-in-failure.repository.ts';
import { codeKeys } from '../sign-in/sign-in-limit.rules.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { createOwnership } from './ownership.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly twoFactor: TwoFactorService;
  readonly passkeys: Pick<PasskeyService, 'verify'>;
}

export type Verification = ReturnType<typeof createVerification>;

/** Asks people who they are again before calls that a stranger at an open page must not make. */
export function createVerification({ db, clock, twoFactor, passkeys }: Dependencies) {
  const { find, requirePassword } = createOwnership({ db, clock });
  const requireCode = async (caller: Caller, code: string) => {
    const keys = codeKeys(caller.userId, undefined);
    for (const key of keys) await refuseTooManyAttempts({ db, clock }, [key], 'wrong codes');
    if (!(await twoFactor.useCode(await find(caller), code))) throw new AppError('rule_violated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
    await forgiveAttempt(db, { lower: keys });
  };
  return {
    /** @throws AppError `forbidden` with `verification_required` when the sign-in or verification is too long ago */
    async require(caller: Caller): Promise<void> {
      refuseKeys(caller);
      const { sessionId } = caller;
      const since = new Date(clock.now().getTime() - VERIFIED_MINUTES * MINUTE_MS);
      if (await isVerifiedSince(db, sessionId, since)) return;
      throw new AppError('forbidden', 'Confirm with your password that it is you', { reason: 'verification_required' });
    },

    /** @throws AppError `rule_violated` with `wrong_password` or `wrong_code` */
    async verify(caller: Caller, given: { password?: string | undefined; code?: string | undefined; passkey?: PasskeyAnswer | undefined }): Promise<void> {
      if (given.passkey !== undefined) await passkeys.verify(caller, given.passkey);
      else if (given.code === undefined) await requirePassword(caller, given.password ?? '');
      else await requireCode(caller, given.code);
      await markVerified(db, caller.sessionId, clock.now());
    },
  };
}
