import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { notify } from '../../notifications/index.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import type { AccountLinkService } from '../account/account-link.service.ts';
import { notifyOwner } from '../account/security-notice.ts';
import { deletePasskeys } from '../passkeys/passkey.repository.ts';
import { changeAccess, requireGrantable, requireNoMoreThanOwn, roleNames } from '../roles/access.service.ts';
import type { AccessChanges } from '../sessions/access-changes.ts';
import { endSessions } from '../sessions/session.repository.ts';
import type { SessionEnding } from '../sessions/session-end.service.ts';
import { removeSecret } from '../two-factor/two-factor.repository.ts';
import { hasAccepted } from './active-person.service.ts';
import { insertUser, lockUser, noSuchPerson, requireUser, type User, updateDeactivated, updateRoles } from './user.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly accessChanges: AccessChanges;
  readonly links: AccountLinkService;
  readonly sessionEnding: SessionEnding;
}

interface WantedRoles {
  readonly roles: readonly string[];
  /** The roles that the administrator saw. */
  readonly seen?: readonly string[] | undefined;
}

export type PeopleService = ReturnType<typeof createPeopleService>;

/** What administrators do with accounts: `actorId` is the administrator, `id` the person. */
export function createPeopleService({ db, clock, accessChanges, links, sessionEnding }: Dependencies) {
  return {
    /** @returns the link when it can't be mailed @throws AppError `conflict` with `email_taken` */
    invite: ({ email, name = email.split('@')[0] ?? email, roles }: { email: string; name?: string | undefined; roles: readonly string[] }, actorId: number) =>
      changeAccess(db, async (tx) => {
        await requireGrantable(tx, actorId, roles);
        const user = await insertUser(tx, { email, name, roles, passwordHash: null, invitedAt: clock.now() });
        if (user === undefined) throw new AppError('conflict', `An account for ${email} already exists`, { reason: 'email_taken' });
        return links.create(tx, user, 'INVITATION', actorId);
      }),

    /** @returns the link when it can't be mailed @throws AppError `conflict` with `not_invited` */
    resendInvitation: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        const user = await requireUser(tx, id);
        if ((await hasAccepted(tx, user)) || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no open invitation`, { reason: 'not_invited' });
        }
        await requireNoMoreThanOwn(tx, actorId, id);
        return links.create(tx, user, 'INVITATION', actorId);
      }),

    /** @throws AppError `rule_violated` with `last_administrator`, `beyond_own_permissions` or `no_such_role` */
    async changeRoles(id: number, { roles, seen }: WantedRoles, actorId: number): Promise<void> {
      const isChanged = await changeAccess(db, async (tx) => {
        const user = await lockPerson(tx, id);
        if (user.roles.toSorted().join() === roles.toSorted().join()) return false;
        if (seen !== undefined) requireVersion({ expected: seen.toSorted(), current: user.roles.toSorted(), of: `the roles of ${user.name}` });
        await requireNoMoreThanOwn(tx, actorId, id);
        await requireGrantable(tx, actorId, roles);
        await updateRoles(tx, id, [...new Set(roles)], clock.now());
        const title = `Your role is now ${(await roleNames(tx, roles)).join(', ')}`;
        const key = `role-changed ${clock.now().toISOString()}`;
        await notify(tx, { kind: 'role-changed', to: [id], except: actorId, title, record: { kind: 'person', id }, path: '/profile', key });
        return true;
      });
      if (isChanged) await accessChanges.announce([id]);
    },

    /** @throws AppError `rule_violated` with `last_administrator` or `beyond_own_permissions` */
    async deactivate(id: number, actorId: number): Promise<void> {
      const ended = await changeAccess(db, async (tx) => {
        const user = await lockPerson(tx, id);
        await requireNoMoreThanOwn(tx, actorId, id);
        if (user.deactivatedAt === null) await updateDeactivated(tx, id, clock.now());
        await revokeAccountLinks(tx, id, clock.now());
        return endSessions(tx, { userId: id }, 'DEACTIVATED', clock.now());
      });
      sessionEnding.announce(ended);
    },

    reactivate: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        await requireUser(tx, id);
        await requireNoMoreThanOwn(tx, actorId, id);
        await updateDeactivated(tx, id, null);
      }),

    /** @returns the link when it can't be mailed @throws AppError `conflict` with `not_active` */
    createResetLink: (id: number, actorId: number) =>
      db.transaction().execute(async (tx) => {
        const user = await requireUser(tx, id);
        if (user.passwordHash === null || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no password to reset`, { reason: 'not_active' });
        }
        // Without a mail server, the link is shown to the person who creates it.
        await requireNoMoreThanOwn(tx, actorId, id);
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
        await requireNoMoreThanOwn(tx, actorId, id);
        // Passkeys first: while there is one, the recovery codes stay.
        const removed = await deletePasskeys(tx, { userId: id });
        if ((await removeSecret(tx, id)) || removed > 0) await notifyOwner(tx, 'two-step-removed', { userId: id, now: clock.now() });
      }),
  };
}

async function lockPerson(tx: DatabaseTransaction, id: number): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined) throw noSuchPerson();
  return user;
}
