import type { Context } from '../../../platform/context.ts';
import type { FirstPasswordFile } from '../../../platform/first-password.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { updateName, updatePasswordHash } from '../people/user.repository.ts';
import { roleNames } from '../roles/access.service.ts';
import { endSessions } from '../sessions/session.repository.ts';
import type { SessionEnding } from '../sessions/session-end.service.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { revokeAccountLinks } from './account-link.repository.ts';
import { createOwnership } from './ownership.service.ts';
import { hashPassword } from './password.ts';
import { requireStrongPassword, weakPassword } from './password-policy.service.ts';
import { notifyOwner } from './security-notice.ts';

export type OwnAccountService = ReturnType<typeof createOwnAccountService>;

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly sessionEnding: SessionEnding;
  readonly twoFactor: TwoFactorService;
  readonly firstPassword: FirstPasswordFile;
}

/** What people can do with their own account. Methods that take a password throw AppError `rule_violated` with `wrong_password`. */
export function createOwnAccountService({ db, clock, sessionEnding, twoFactor, firstPassword }: Dependencies) {
  const { find, requirePassword, change } = createOwnership({ db, clock });
  return {
    async profile(caller: Caller) {
      const { name, email, passwordHash, totpSecret, roles } = await find(caller);
      return {
        name,
        email,
        roles: await roleNames(db, roles),
        hasPassword: passwordHash !== null,
        hasTwoFactor: totpSecret !== null,
        recoveryCodesLeft: await twoFactor.codesLeft(caller.userId),
      };
    },

    rename: ({ userId }: Caller, name: string) => updateName(db, userId, name),

    /** Ends every session except the caller's. */
    async changePassword(caller: Caller, { current, password }: { current: string; password: string }): Promise<void> {
      const verified = await requirePassword(caller, current);
      await requireStrongPassword(password, verified);
      if (verified.mustChangePassword && password === current) throw weakPassword('Choose another password than the one that you were given');
      const passwordHash = await hashPassword(password);
      const { userId, sessionId } = caller;
      const ended = await change(caller, verified, async (tx) => {
        await updatePasswordHash(tx, userId, passwordHash);
        await revokeAccountLinks(tx, userId, clock.now());
        await notifyOwner(tx, 'password-changed', { userId, now: clock.now() });
        return endSessions(tx, { userId, except: sessionId }, 'PASSWORD_RESET', clock.now());
      });
      firstPassword.forget(verified.email);
      sessionEnding.announce(ended);
    },

    /** Ends one session, or all including the caller's. @returns how many sessions it ended */
    endSessions: ({ userId }: Caller, sessionId?: string) => sessionEnding.signOut({ userId, sessionId }),

    async startTwoFactor(caller: Caller, password: string) {
      const verified = await requirePassword(caller, password);
      return change(caller, verified, (tx) => twoFactor.start(tx, verified));
    },

    confirmTwoFactor: (caller: Caller, code: string) => change(caller, undefined, (tx) => twoFactor.confirm(tx, caller.userId, code)),

    async removeTwoFactor(caller: Caller, password: string): Promise<void> {
      const verified = await requirePassword(caller, password);
      await change(caller, verified, (tx) => twoFactor.remove(tx, caller.userId));
    },
  };
}
