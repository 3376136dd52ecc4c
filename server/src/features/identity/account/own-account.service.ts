import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { findUser, lockUser, lockVerified, type User, updateName, updatePasswordHash } from '../people/user.repository.ts';
import type { AccessChanges } from '../sign-in/access-changes.ts';
import { refuseTooMany } from '../sign-in/attempts.service.ts';
import { endSessions, isSessionOpen } from '../sign-in/session.repository.ts';
import { endInLog } from '../sign-in/session-end.service.ts';
import { forgiveAttempt } from '../sign-in/sign-in-failure.repository.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { revokeAccountLinks } from './account-link.repository.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { tellOwner } from './security-notice.ts';

/** What people do with their own account. */
export interface OwnAccountService {
  profile(caller: Caller): Promise<{ name: string; email: string; hasTwoFactor: boolean; recoveryCodesLeft: number }>;
  rename(caller: Caller, name: string): Promise<void>;
  /** Every session but this one ends. @throws AppError `rule_violated` with `wrong_password` */
  changePassword(caller: Caller, passwords: { current: string; password: string }): Promise<void>;
  endSession(caller: Caller, sessionId: string): Promise<void>;
  /** @returns how many it ended, this one among them */
  endSessions(caller: Caller): Promise<number>;
  /** @throws AppError `rule_violated` with `wrong_password` */
  startTwoFactor(caller: Caller, password: string): Promise<{ secret: string; address: string }>;
  confirmTwoFactor(caller: Caller, code: string): Promise<string[]>;
  /** @throws AppError `rule_violated` with `wrong_password` */
  removeTwoFactor(caller: Caller, password: string): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly accessChanges: AccessChanges;
  readonly twoFactor: TwoFactorService;
}

export function createOwnAccountService({ db, clock, accessChanges, twoFactor }: Dependencies): OwnAccountService {
  const { find, requirePassword, change } = createOwnership({ db, clock });
  const tellEnded = (sessionIds: readonly string[]) => {
    for (const sessionId of sessionIds) accessChanges.endSession(sessionId);
    return sessionIds.length;
  };
  const signOut = async (userId: number, sessionId?: string) =>
    tellEnded(await db.transaction().execute((tx) => endInLog(tx, { userId, sessionId, reason: 'SIGNED_OUT', now: clock.now() })));
  return {
    async profile(caller) {
      const { name, email, totpSecret } = await find(caller);
      return { name, email, hasTwoFactor: totpSecret !== undefined, recoveryCodesLeft: await twoFactor.codesLeft(caller.userId) };
    },

    rename: ({ userId }, name) => updateName(db, userId, name),

    async changePassword(caller, { current, password }) {
      const verified = await requirePassword(caller, current);
      const passwordHash = await hashPassword(password);
      const { userId, sessionId } = caller;
      tellEnded(
        await change(caller, verified, async (tx) => {
          await updatePasswordHash(tx, userId, passwordHash);
          await revokeAccountLinks(tx, userId, clock.now());
          await tellOwner(tx, 'password-changed', { userId, now: clock.now() });
          return endSessions(tx, { userId, except: sessionId }, 'PASSWORD_RESET', clock.now());
        }),
      );
    },

    async endSession({ userId }, sessionId) {
      await signOut(userId, sessionId);
    },

    endSessions: ({ userId }) => signOut(userId),

    async startTwoFactor(caller, password) {
      const verified = await requirePassword(caller, password);
      return change(caller, verified, (tx) => twoFactor.start(tx, verified));
    },

    confirmTwoFactor: (caller, code) => change(caller, undefined, (tx) => twoFactor.confirm(tx, caller.userId, code)),

    async removeTwoFactor(caller, password) {
      const verified = await requirePassword(caller, password);
      await change(caller, verified, (tx) => twoFactor.remove(tx, caller.userId));
    },
  };
}

/** What must hold before somebody changes their own account. */
function createOwnership({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) {
  const find = async ({ userId }: Caller): Promise<User> => {
    const user = await findUser(db, userId);
    if (user === undefined) throw new AppError('not_found', 'There is no such person');
    return user;
  };
  return {
    find,

    /** A page that was left open is not its person. */
    async requirePassword(caller: Caller, password: string): Promise<User> {
      const key = `password-of:${caller.userId}`;
      await refuseTooMany({ db, clock }, [key], 'wrong passwords');
      const user = await find(caller);
      if (!(await verifyPassword(user.passwordHash, password))) throw wrongPassword();
      await forgiveAttempt(db, { clear: key, lower: [] });
      return user;
    },

    /**
     * Changes the account as it was verified, or not at all: while a password was checked and hashed, its owner may have set
     * another one by a mailed link, which ends every session.
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
