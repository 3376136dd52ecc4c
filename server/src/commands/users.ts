import type { Role } from '@stowage/contract/permissions';
import { createUserService, sendSessionEnd, type UserService } from '../features/identity/index.ts';
import { type Given, UsageError } from './line/command.ts';
import { withPlatform } from './with-platform.ts';

const ROLES: Record<string, Role> = { admin: 'ROLE_ADMIN', user: 'ROLE_USER' };

/** `stowage user list` */
export function listUsers(): Promise<number> {
  return withUsers(async (users) => {
    for (const user of await users.listUsers()) {
      const state = user.deactivatedAt !== null ? 'deactivated' : user.canSignIn ? 'active' : 'no sign-in';
      console.log([user.email, user.name, user.roles.join(','), state].join('\t'));
    }
  });
}

/** `stowage user add` */
export function addUser({ first: email, text }: Given): Promise<number> {
  const [name, password, roleName = 'user'] = [text('name'), text('password'), text('role')];
  const role = ROLES[roleName];
  if (role === undefined) throw new UsageError(`There is no role ${roleName}: --role is admin or user`);
  return withUsers(async (users) => {
    const chosen = await users.addUser({ email, role, ...(name !== undefined && { name }), ...(password !== undefined && { password }) });
    console.log(`${email} can sign in${password === undefined ? ` with the password ${chosen}` : ''}`);
  });
}

/** `stowage user reset` */
export function resetUser({ first: email, text }: Given): Promise<number> {
  const password = text('password');
  return withUsers(async (users) => {
    const chosen = await users.resetPassword(email, password);
    console.log(`${email} has a new password${password === undefined ? `: ${chosen}` : ''}`);
  });
}

function withUsers(work: (users: UserService) => Promise<void>): Promise<number> {
  return withPlatform(async ({ db, bus, clock, firstPassword }) => {
    await work(createUserService({ db, clock, firstPassword, onSessionEnd: (sessionId) => sendSessionEnd(bus, sessionId) }));
    return 0;
  });
}
