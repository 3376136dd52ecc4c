import type { RowProblem, Value } from '@stowage/contract/spreadsheets/values';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { recordKind, type SpreadsheetKind, type SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import { revokeAccountLinks } from '../account/account-link.repository.ts';
import type { AccountLinkService } from '../account/account-link.service.ts';
import { findRoleKey, requireGrantable, requireNoMoreThanOwn } from '../roles/access.service.ts';
import { lockAccess } from '../roles/role.repository.ts';
import { hasAccepted } from './active-person.service.ts';
import { findUserByEmail, insertUser, lockUser, updateDeactivated } from './user.repository.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly links: AccountLinkService;
}

/** Files of people to invite. An e-mail address names a person; an existing account is never changed. */
export function peopleSpreadsheet({ clock, links }: Dependencies): SpreadsheetKind {
  return recordKind({
    name: 'people',
    lock: (tx) => lockAccess(tx),
    keysOf: ({ email }) => ({ email: String(email).toLowerCase() }),
    find: findPeople,
    // An existing account is never changed, so it has no values to compare.
    read: async (_, ids) => new Map(ids.map((id) => [id, {}])),
    async insert(tx, rows, { userId }) {
      const ids: string[] = [];
      for (const { values } of rows) {
        const email = String(values.email);
        // The key of a role that was deleted since is refused.
        const role = (await roleKeyOf(tx, values.role)) ?? String(values.role);
        await requireGrantable(tx, userId, [role]);
        const name = String(values.name ?? email.split('@')[0]);
        const user = await insertUser(tx, { email, name, roles: [role], passwordHash: null, invitedAt: clock.now() });
        if (user === undefined) throw new AppError('conflict', `An account for ${email} already exists`, { reason: 'changed_since' });
        await links.create(tx, user, 'INVITATION', userId);
        ids.push(String(user.id));
      }
      return ids;
    },
    update: async () => {},
    async remove(tx, ids, { userId }) {
      for (const id of ids) {
        await requireNoMoreThanOwn(tx, userId, Number(id));
        const user = await lockUser(tx, Number(id));
        if (user !== undefined && (await hasAccepted(tx, user))) {
          throw new AppError('conflict', `${user.name} has accepted the invitation: deactivate the account under People`, { reason: 'later_change' });
        }
        await revokeAccountLinks(tx, Number(id), clock.now());
        await updateDeactivated(tx, Number(id), clock.now());
      }
    },
  });
}

/** “Admin” is what files call the role, not one of its names. */
function roleKeyOf(db: DatabaseTransaction, named: Value | undefined): Promise<string | undefined> {
  const name = String(named);
  return findRoleKey(db, name.toLowerCase() === 'admin' ? 'ROLE_ADMIN' : name);
}

async function findPeople(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<(string | null | RowProblem[])[]> {
  const found: (string | null | RowProblem[])[] = [];
  for (const { values } of rows) {
    const role = await roleKeyOf(db, values.role);
    const user = await findUserByEmail(db, String(values.email));
    if (role === undefined) {
      found.push([{ column: 'role', problem: `There is no role “${values.role}”: use a name from the page Roles` }]);
    } else if (user === undefined) found.push(null);
    else if (user.deactivatedAt !== null) {
      found.push([{ column: 'email', problem: `The account of ${user.email} is deactivated: reactivate it under People` }]);
    } else if (user.roles.join() !== role) {
      found.push([{ column: 'role', problem: `${user.name} has an account with another role: change it under People` }]);
    } else found.push(String(user.id));
  }
  return found;
}
