import type { Role } from '@stowage/contract/permissions';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { notify } from '../../notifications/index.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import type { AccountLinkService } from '../account/account-link.service.ts';
import { notifyOwner } from '../account/security-notice.ts';
import type { AccessChanges } from '../sign-in/access-changes.ts';
import { endSessions } from '../sign-in/session.repository.ts';
import type { SessionEnding } from '../sign-in/session-end.service.ts';
import { removeSecret } from '../two-factor/two-factor.repository.ts';
import { insertUser, lockWithAdministrators, noSuchPerson, requireUser, type User, updateDeactivated, updateRoles } from './user.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly accessChanges: AccessChanges;
  readonly links: AccountLinkService;
  readonly sessionEnding: SessionEnding;
}

export type PeopleService = ReturnType<typeof createPeopleService>;

const ROLE_NAMES: Record<Role, string> = { ROLE_ADMIN: 'administrator', ROLE_USER: 'user' };

/** What administrators do with accounts: `actorId` is the administrator, `id` the person. */
export function createPeopleService({ db, clock, accessChanges, links, sessionEnding }: Dependencies) {
  return {
    /** @returns the link when it can't be mailed @throws AppError `conflict` with `email_taken` */
    invite: ({ email, name = email.split('@')[0] ?? email, role }: { email: string; name?: string | undefined; role: Role }, actorId: number) =>
      db.transaction().execute(async (tx) => {
        const user = await insertUser(tx, { email, name, roles: [role], passwordHash: null, invitedAt: clock.now() });
        if (user === undefined) throw new AppError('conflict', `An account for ${email} already exists`, { reason: 'email_taken' });
        return links.create(tx, user, 'INVITATION', actorId);
      }),

    /** @returns the link when it can't be mailed @throws AppError `conflict` with `not_invited` */
    resendInvitation: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        const user = await requireUser(tx, id);
        if (user.passwordHash !== null || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no open invitation`, { reason: 'not_invited' });
        }
        return links.create(tx, user, 'INVITATION', actorId);
      }),

    /** @throws AppError `rule_violated` with `last_administrator` */
    async changeRole(id: number, role: Role, actorId: number): Promise<void> {
      const isChanged = await db.transaction().execute(async (tx) => {
        const user = await lockForLoss(tx, id, { losesAdministration: role !== 'ROLE_ADMIN' });
        if (user.roles.join() === role) return false;
        await updateRoles(tx, id, [role], clock.now());
        const title = `Your role is now ${ROLE_NAMES[role]}`;
        const key = `role-changed ${clock.now().toISOString()}`;
        await notify(tx, { kind: 'role-changed', to: [id], except: actorId, title, record: { kind: 'person', id }, path: '/profile', key });
        return true;
      });
      if (isChanged) accessChanges.changeRoles(id, [role]);
    },

    /** @throws AppError `rule_violated` with `last_administrator` */
    async deactivate(id: number): Promise<void> {
      const ended = await db.transaction().execute(async (tx) => {
        const user = await lockForLoss(tx, id, { losesAdministration: true });
        if (user.deactivatedAt === null) await updateDeactivated(tx, id, clock.now());
        await revokeAccountLinks(tx, id, clock.now());
        return endSessions(tx, { userId: id }, 'DEACTIVATED', clock.now());
      });
      sessionEnding.announce(ended);
    },

    reactivate: (id: number) =>
      db.transaction().execute(async (tx) => {
        await requireUser(tx, id);
        await updateDeactivated(tx, id, null);
      }),

    /** @returns the link when it can't be mailed @throws AppError `conflict` with `not_active` */
    createResetLink: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        const user = await requireUser(tx, id);
        if (user.passwordHash === null || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no password to reset`, { reason: 'not_active' });
        }
        return links.create(tx, user, 'PASSWORD', actorId);
      }),

    /** Ends one open session of the person, or all. @returns how many sessions it ended */
    async signOut(id: number, sessionId?: string): Promise<number> {
      await requireUser(db, id);
      return sessionEnding.signOut({ userId: id, sessionId });
    },

    /** @throws AppError `rule_violated` with `own_account` */
    removeTwoFactor: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        await requireUser(tx, id);
        // This call asks for no password, so it must not work on a page that an administrator left open.
        if (id === actorId) {
          throw new AppError('rule_violated', 'Turn off your own two-step sign-in under Your profile: it asks for your password.', { reason: 'own_account' });
        }
        if (await removeSecret(tx, id)) await notifyOwner(tx, 'two-step-removed', { userId: id, now: clock.now() });
      }),
  };
}

/** Locks the person. Refuses to take the last administrator away. */
async function lockForLoss(tx: Database, id: number, { losesAdministration }: { losesAdministration: boolean }): Promise<User> {
  const { user, administrators } = await lockWithAdministrators(tx, id);
  if (user === undefined) throw noSuchPerson();
  if (losesAdministration && administrators.length === 1 && administrators[0] === id) {
    throw new AppError('rule_violated', `${user.name} is the last administrator. Make another person an administrator first.`, {
      reason: 'last_administrator',
    });
  }
  return user;
}
