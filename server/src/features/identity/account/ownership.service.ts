import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { lockUser, lockVerified, requireUser, type User } from '../people/user.repository.ts';
import { isSessionOpen } from '../sessions/session.repository.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { forgiveAttempt } from '../sign-in/sign-in-failure.repository.ts';
import { verifyPassword } from './password.ts';

/** The checks before people change their own account. */
export function createOwnership({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const find = ({ userId }: Caller, on: Database = db): Promise<User> => requireUser(on, userId);
  return {
    find,

    /** Asks for the password again, because somebody else may use a page that was left open. */
    async requirePassword(caller: Caller, password: string): Promise<User> {
      const key = `password-of:${caller.userId}`;
      await refuseTooManyAttempts({ db, clock }, [key], 'wrong passwords');
      const user = await find(caller);
      if (!(await verifyPassword(user.passwordHash, password))) throw wrongPassword();
      await forgiveAttempt(db, { clear: key, lower: [] });
      return user;
    },

    /**
     * Changes the account only if it is still as verified. Checking and hashing a password takes a while, and meanwhile its
     * owner may have set another password by a mailed link, which ends every session.
     */
    change: <T>({ userId, sessionId }: Caller, verified: User | undefined, work: (tx: Database) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (tx) => {
        const user = verified === undefined ? await lockUser(tx, userId) : await lockVerified(tx, verified);
        if (!(await isSessionOpen(tx, sessionId, clock.now()))) {
          throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'session_ended' });
        }
        if (user === undefined) throw wrongPassword();
        return work(tx);
      }),
  };
}

function wrongPassword(): AppError {
  return new AppError('rule_violated', 'The password is wrong', { reason: 'wrong_password' });
}
