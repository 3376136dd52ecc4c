import { randomBytes } from 'node:crypto';
import { MIN_PASSWORD_LENGTH } from '@stowage/contract/identity/account';
import { isEmailAddress } from '@stowage/contract/mail/mail';
import type { Role } from '@stowage/contract/permissions';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import { hashPassword } from '../account/password.ts';
import { tellOwner } from '../account/security-notice.ts';
import { endSessions } from '../sign-in/session.repository.ts';
import { findUserByEmail, hasAdministrator, insertUser, listUsers, type User, updatePasswordHash } from './user.repository.ts';

export interface UserService {
  /** @returns the password: the one given, or one made up */
  addUser(user: { email: string; name?: string; role: Role; password?: string }): Promise<string>;
  /** Sets a new password and ends every session of the person. @returns the password */
  resetPassword(email: string, password?: string): Promise<string>;
  listUsers(): Promise<User[]>;
  /** Makes the first administrator when there is none. @returns the password, or undefined when there is one */
  ensureAdministrator(email: string, password?: string): Promise<string | undefined>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  /** Tells the processes that serve people. */
  readonly onSessionEnd?: (sessionId: string) => void;
}

export function createUserService({ db, clock, onSessionEnd }: Dependencies): UserService {
  const service: UserService = {
    async addUser({ email, name = email.split('@')[0] ?? email, role, password = madeUpPassword() }) {
      if (!isEmailAddress(email)) throw new AppError('invalid_input', `${email} is not an e-mail address`);
      refuseShort(password);
      const user = await insertUser(db, { email, name, roles: [role], passwordHash: await hashPassword(password) });
      if (user === undefined) throw new AppError('conflict', `There is a user ${email} already`);
      return password;
    },

    async resetPassword(email, password = madeUpPassword()) {
      refuseShort(password);
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user === undefined) throw new AppError('not_found', `There is no user ${email}`);
        await updatePasswordHash(tx, user.id, passwordHash);
        await revokeAccountLinks(tx, user.id, clock.now());
        await tellOwner(tx, 'password-changed', { userId: user.id, now: clock.now() });
        return endSessions(tx, { userId: user.id }, 'PASSWORD_RESET', clock.now());
      });
      for (const sessionId of ended) onSessionEnd?.(sessionId);
      return password;
    },

    listUsers: () => listUsers(db),

    async ensureAdministrator(email, password) {
      if (await hasAdministrator(db)) return undefined;
      return service.addUser({ email, name: 'Administrator', role: 'ROLE_ADMIN', ...(password !== undefined && { password }) });
    },
  };
  return service;
}

function refuseShort(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AppError('invalid_input', `A password must have at least ${MIN_PASSWORD_LENGTH} characters`);
  }
}

function madeUpPassword(): string {
  return randomBytes(12).toString('base64url');
}
