import type { Role } from '@stowage/contract/permissions';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import { notify } from '../../notifications/index.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import type { AccountLinkService } from '../account/account-link.service.ts';
import { tellOwner } from '../account/security-notice.ts';
import type { AccessChanges } from '../sign-in/access-changes.ts';
import { endSessions } from '../sign-in/session.repository.ts';
import { endInLog } from '../sign-in/session-end.service.ts';
import { removeSecret } from '../two-factor/two-factor.repository.ts';
import { findUser, insertUser, lockWithAdministrators, type User, updateDeactivated, updateRoles } from './user.repository.ts';

/** What administrators do with accounts. `actorId` is the administrator, `id` whose account it is. */
export interface PeopleService {
  /** @throws AppError `conflict` with `email_taken` */
  invite(invitation: { email: string; name?: string | undefined; role: Role }, actorId: number): Promise<void>;
  /** @throws AppError `conflict` with `not_invited` */
  inviteAgain(id: number, actorId: number): Promise<void>;
  /** @throws AppError `rule_violated` with `last_administrator` */
  changeRole(id: number, role: Role, actorId: number): Promise<void>;
  /** @throws AppError `rule_violated` with `last_administrator` */
  deactivate(id: number): Promise<void>;
  reactivate(id: number): Promise<void>;
  /** @throws AppError `conflict` with `not_active` */
  reset(id: number, actorId: number): Promise<void>;
  /** @returns how many sessions it ended */
  signOut(id: number): Promise<number>;
  /** Of nobody else's, and not of one that is over, it ends nothing. */
  endSession(id: number, sessionId: string): Promise<void>;
  /** @throws AppError `rule_violated` with `own_account` */
  removeTwoFactor(id: number, actorId: number): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly accessChanges: AccessChanges;
  readonly links: AccountLinkService;
}

const ROLE_NAMES: Record<Role, string> = { ROLE_ADMIN: 'administrator', ROLE_USER: 'user' };

export function createPeopleService({ db, clock, accessChanges, links }: Dependencies): PeopleService {
  const tellEnded = (sessionIds: readonly string[]) => {
    for (const sessionId of sessionIds) accessChanges.endSession(sessionId);
  };

  const end = createEnding({ db, clock, accessChanges });

  return {
    invite: ({ email, name = email.split('@')[0] ?? email, role }, actorId) =>
      db.transaction().execute(async (tx) => {
        const user = await insertUser(tx, { email, name, roles: [role], passwordHash: null, invitedAt: clock.now() });
        if (user === undefined) throw new AppError('conflict', `There is an account of ${email} already`, { reason: 'email_taken' });
        await links.mail(tx, user, 'INVITATION', actorId);
      }),

    inviteAgain: (id, actorId) =>
      db.transaction().execute(async (tx) => {
        const user = await getUser(tx, id);
        if (user.passwordHash !== null || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no open invitation`, { reason: 'not_invited' });
        }
        await links.mail(tx, user, 'INVITATION', actorId);
      }),

    async changeRole(id, role, actorId) {
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

    async deactivate(id) {
      tellEnded(
        await db.transaction().execute(async (tx) => {
          const user = await lockForLoss(tx, id, { losesAdministration: true });
          if (user.deactivatedAt === null) await updateDeactivated(tx, id, clock.now());
          await revokeAccountLinks(tx, id, clock.now());
          return endSessions(tx, { userId: id }, 'DEACTIVATED', clock.now());
        }),
      );
    },

    reactivate: (id) =>
      db.transaction().execute(async (tx) => {
        await getUser(tx, id);
        await updateDeactivated(tx, id, null);
      }),

    reset: (id, actorId) =>
      db.transaction().execute(async (tx) => {
        const user = await getUser(tx, id);
        if (user.passwordHash === null || user.deactivatedAt !== null) {
          throw new AppError('conflict', `${user.name} has no password to reset`, { reason: 'not_active' });
        }
        await links.mail(tx, user, 'PASSWORD', actorId);
      }),

    signOut: (id) => end(id),

    async endSession(id, sessionId) {
      await end(id, sessionId);
    },

    removeTwoFactor: (id, actorId) =>
      db.transaction().execute(async (tx) => {
        await getUser(tx, id);
        // A page that was left open is not its person.
        if (id === actorId) {
          throw new AppError('rule_violated', 'Turn off your own two-step sign-in under Your profile: it asks for your password.', { reason: 'own_account' });
        }
        if (await removeSecret(tx, id)) await tellOwner(tx, 'two-step-removed', { userId: id, now: clock.now() });
      }),
  };
}

/** Ends one session of somebody, or all, in the audit log. @returns a function that answers how many it ended */
function createEnding({ db, clock, accessChanges }: Pick<Dependencies, 'db' | 'clock' | 'accessChanges'>) {
  return async (userId: number, sessionId?: string): Promise<number> => {
    const ended = await db.transaction().execute(async (tx) => {
      await getUser(tx, userId);
      return endInLog(tx, { userId, sessionId, reason: 'SIGNED_OUT', now: clock.now() });
    });
    for (const one of ended) accessChanges.endSession(one);
    return ended.length;
  };
}

async function getUser(tx: Database, id: number): Promise<User> {
  const user = await findUser(tx, id);
  if (user === undefined) throw notFound();
  return user;
}

/** The person, locked; unless nobody could administrate Stowage afterwards. */
async function lockForLoss(tx: Database, id: number, { losesAdministration }: { losesAdministration: boolean }): Promise<User> {
  const { user, administrators } = await lockWithAdministrators(tx, id);
  if (user === undefined) throw notFound();
  if (losesAdministration && administrators.length === 1 && administrators[0] === id) {
    throw new AppError('rule_violated', `${user.name} is the last administrator. Make somebody else one first.`, { reason: 'last_administrator' });
  }
  return user;
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such person');
}
