import { randomBytes } from 'node:crypto';
import { isEmailAddress } from '@stowage/contract/mail/mail';
import type { Role } from '@stowage/contract/permissions';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { FirstPasswordFile } from '../../../platform/first-password.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import { hashPassword } from '../account/password.ts';
import { requireStrongPassword } from '../account/password-policy.service.ts';
import { notifyOwner } from '../account/security-notice.ts';
import { endSessions } from '../sessions/session.repository.ts';
import { findUserByEmail, hasAdministrator, insertUser, listUsers, lockFirstAdministrator, updatePasswordHash } from './user.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  /** Announces an ended session to the server processes. */
  readonly onSessionEnd?: (sessionId: string) => void;
  readonly firstPassword?: FirstPasswordFile;
}

interface NewUser {
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
  readonly password?: string;
}

export type UserService = ReturnType<typeof createUserService>;

/** Account management for the command line and for the first start. A missing password is generated, and its person must change it. */
export function createUserService({ db, clock, onSessionEnd, firstPassword }: Dependencies) {
  const addUserIn = async (tx: Database, { email, name = email.split('@')[0] ?? email, role, password: given }: NewUser): Promise<string> => {
    if (!isEmailAddress(email)) throw new AppError('invalid_input', `${email} is not an e-mail address`);
    const password = given ?? generatePassword();
    await requireStrongPassword(password, { name, email });
    const mustChangePassword = given === undefined;
    const user = await insertUser(tx, { email, name, roles: [role], passwordHash: await hashPassword(password), mustChangePassword });
    if (user === undefined) throw new AppError('conflict', `A user ${email} already exists`);
    return password;
  };
  return {
    /** @returns the password */
    addUser: (user: NewUser) => addUserIn(db, user),

    /** Ends every session of the person. @returns the password */
    async resetPassword(email: string, given?: string): Promise<string> {
      const user = await findUserByEmail(db, email);
      if (user === undefined) throw new AppError('not_found', `There is no user ${email}`);
      const password = given ?? generatePassword();
      await requireStrongPassword(password, user);
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction().execute(async (tx) => {
        await updatePasswordHash(tx, user.id, passwordHash, given === undefined);
        await revokeAccountLinks(tx, user.id, clock.now());
        await notifyOwner(tx, 'password-changed', { userId: user.id, now: clock.now() });
        return endSessions(tx, { userId: user.id }, 'PASSWORD_RESET', clock.now());
      });
      firstPassword?.forget(user.email);
      for (const sessionId of ended) onSessionEnd?.(sessionId);
      return password;
    },

    listUsers: () => listUsers(db),

    /**
     * Creates the first administrator.
     * @param onCreated gets the password before the account is committed, so that a process that is killed can't lose it
     * @returns the password, or undefined when an administrator exists
     */
    async ensureAdministrator(email: string, given?: string, onCreated: (password: string) => void = () => {}): Promise<string | undefined> {
      return db.transaction().execute(async (tx) => {
        await lockFirstAdministrator(tx);
        if (await hasAdministrator(tx)) return undefined;
        const password = await addUserIn(tx, { email, name: 'Administrator', role: 'ROLE_ADMIN', ...(given !== undefined && { password: given }) });
        onCreated(password);
        return password;
      });
    },
  };
}

function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}
