import type { Permission } from '@stowage/contract/permissions';
import { FIXED_ROLE_KEYS, fixedRole, permissionLabel } from '@stowage/contract/roles';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type Grants, readGrants, readPermissions, readPermissionsOfRoles } from './grants.read-model.ts';
import { findComposedRole, listComposedRoles, lockAccess, lockManagers } from './role.repository.ts';

/**
 * Changes who may do what. Refuses to leave nobody who can manage people.
 * @throws AppError `rule_violated` with `last_administrator`
 */
export function changeAccess<T>(db: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockAccess(tx);
    const before = await lockManagers(tx);
    const result = await work(tx);
    if (before.length > 0 && (await lockManagers(tx)).length === 0) {
      throw new AppError('rule_violated', 'Nobody could manage people any more: this is the last administrator. Make another person an administrator first.', {
        reason: 'last_administrator',
      });
    }
    return result;
  });
}

/**
 * People grant what they have, and change the accounts of people who have no more than they.
 * @throws AppError `rule_violated` with `beyond_own_permissions`
 */
export async function requireOwn(tx: DatabaseTransaction, actorId: number, permissions: Iterable<Permission>): Promise<void> {
  const own = await readPermissions(tx, actorId);
  const beyond = [...permissions].find((permission) => !own.has(permission));
  if (beyond === undefined) return;
  throw new AppError('rule_violated', `This needs a permission that you don’t have yourself: “${permissionLabel(beyond)}”. Ask a person who has it.`, {
    reason: 'beyond_own_permissions',
  });
}

/** @throws AppError `rule_violated` with `beyond_own_permissions` when the person may do more than the actor */
export async function requireNoMoreThanOwn(tx: DatabaseTransaction, actorId: number, userId: number): Promise<void> {
  if (actorId !== userId) await requireOwn(tx, actorId, await readPermissions(tx, userId));
}

/** @throws AppError `rule_violated` with `no_such_role` */
export async function requireRoles(tx: DatabaseTransaction, roleKeys: readonly string[]): Promise<void> {
  for (const key of roleKeys) {
    if (fixedRole(key) === undefined && (await findComposedRole(tx, key)) === undefined) {
      throw new AppError('rule_violated', 'This role no longer exists. Choose another one.', { reason: 'no_such_role' });
    }
  }
}

/** @throws AppError `rule_violated` with `no_such_role` or `beyond_own_permissions` */
export async function requireGrantable(tx: DatabaseTransaction, actorId: number, roleKeys: readonly string[]): Promise<void> {
  await requireRoles(tx, roleKeys);
  await requireOwn(tx, actorId, await readPermissionsOfRoles(tx, roleKeys));
}

/** For tokens. */
export function currentGrants(db: Database, userId: number): Promise<Grants> {
  return readGrants(db, userId);
}

/** The names of roles for people. */
export function roleNames(db: Database, keys: readonly string[]): Promise<string[]> {
  return Promise.all(keys.map(async (key) => fixedRole(key)?.name ?? (await findComposedRole(db, key))?.name ?? key));
}

/** The key of a role that settings or a file name by its key or its name. */
export async function findRoleKey(db: Database, named: string): Promise<string | undefined> {
  const name = named.toLowerCase();
  const known = FIXED_ROLE_KEYS.find((key) => key === named || fixedRole(key)?.name.toLowerCase() === name);
  return known ?? (await listComposedRoles(db)).find((role) => role.key === named || role.name.toLowerCase() === name)?.key;
}
