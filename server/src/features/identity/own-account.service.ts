import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AccessChanges } from './access-changes.ts';
import { revokeAccountLinks } from './account-link.repository.ts';
import { refuseTooMany } from './attempts.service.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { tellOwner } from './security-notice.ts';
import { endSessions } from './session.repository.ts';
import { endInLog } from './session-end.service.ts';
import { forgiveAttempt } from './sign-in-failure.repository.ts';
import type { TwoFactorService } from './two-factor.service.ts';
import { findUser, type User, updateName, updatePasswordHash } from './user.repository.ts';

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
  const find = async ({ userId }: Caller): Promise<User> => {
    const user = await findUser(db, userId);
    if (user === undefined) throw new AppError('not_found', 'There is no such person');
    return user;
  };
  /** A page that was left open is not its person. */
  const requirePassword = async (caller: Caller, password: string): Promise<User> => {
    const key = `password-of:${caller.userId}`;
    await refuseTooMany({ db, clock }, [key], 'wrong passwords');
    const user = await find(caller);
    if (!(await verifyPassword(user.passwordHash, password))) throw new AppError('rule_violated', 'The password is wrong', { reason: 'wrong_password' });
    await forgiveAttempt(db, { clear: key, lower: [] });
    return user;
  };
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
      await requirePassword(caller, current);
      const passwordHash = await hashPassword(password);
      const { userId, sessionId } = caller;
      tellEnded(
        await db.transaction().execute(async (tx) => {
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

    startTwoFactor: async (caller, password) => twoFactor.start(await requirePassword(caller, password)),
    confirmTwoFactor: ({ userId }, code) => twoFactor.confirm(userId, code),

    async removeTwoFactor(caller, password) {
      await requirePassword(caller, password);
      await twoFactor.remove(caller.userId);
    },
  };
}
