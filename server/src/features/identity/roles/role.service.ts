import { MAX_COMPOSED_ROLES, type RoleRow } from '@stowage/contract/identity/roles';
import { PERMISSIONS, type Permission } from '@stowage/contract/permissions';
import { FIXED_ROLE_KEYS, fixedRole, withNeeded } from '@stowage/contract/roles';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { AccessChanges } from '../sessions/access-changes.ts';
import { changeAccess, requireOwn } from './access.service.ts';
import * as roles from './role.repository.ts';

interface Entered {
  readonly name: string;
  readonly about: string;
  readonly permissions: readonly Permission[];
}

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly accessChanges: AccessChanges;
}

export type RoleService = ReturnType<typeof createRoleService>;

/** What administrators do with roles. */
export function createRoleService({ db, clock, accessChanges }: Dependencies) {
  return {
    list: () => listRoles(db),

    create: ({ name, about, permissions }: Entered, actorId: number): Promise<{ key: string }> =>
      changeAccess(db, async (tx) => {
        await requireFreeName(tx, name, '');
        const all = withNeeded(permissions);
        await requireOwn(tx, actorId, all);
        const taken = (await roles.listComposedRoles(tx)).map(({ key }) => key);
        if (taken.length >= MAX_COMPOSED_ROLES) {
          throw new AppError('rule_violated', `There are ${MAX_COMPOSED_ROLES} roles already. Delete one first.`, { reason: 'too_many_roles' });
        }
        const key = freeKey(name, taken);
        await roles.insertRole(tx, { key, name, about, permissions: all, actorId, now: clock.now() });
        return { key };
      }),

    async save(key: string, { version, name, about, permissions }: Entered & { version: number }, actorId: number): Promise<void> {
      const affected = await changeAccess(db, async (tx) => {
        const current = await requireComposed(tx, key);
        requireVersion({ expected: version, current: current.version, of: 'this role' });
        await requireFreeName(tx, name, key);
        const all = withNeeded(permissions);
        // A permission that the role already has may stay, so that its name can be corrected.
        await requireOwn(tx, actorId, changedOf(current.permissions, all));
        await roles.updateRole(tx, { key, name, about, permissions: all, now: clock.now() });
        return roles.touchPeopleOf(tx, key, clock.now());
      });
      await accessChanges.announce(affected);
    },

    remove: (key: string): Promise<void> =>
      changeAccess(db, async (tx) => {
        const { name } = await requireComposed(tx, key);
        if (await roles.isRoleInUse(tx, key)) {
          throw new AppError('rule_violated', `People have the role ${name}. Give them another one first.`, { reason: 'role_in_use' });
        }
        await roles.deleteRole(tx, key);
      }),
  };
}

async function listRoles(db: Database): Promise<RoleRow[]> {
  const people = await roles.listPeopleByRole(db);
  const fixed = FIXED_ROLE_KEYS.flatMap((key) => {
    const role = fixedRole(key);
    return role === undefined ? [] : [{ ...role, key, permissions: [...role.permissions], is_fixed: true, version: 0 }];
  });
  const composed = (await roles.listComposedRoles(db)).map((role) => ({ ...role, permissions: known(role.permissions), is_fixed: false }));
  return [...fixed, ...composed].map((role) => ({ ...role, people: people.get(role.key) ?? [] }));
}

/** A later version may have stored permissions that this one doesn't know. */
function known(permissions: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}

/** The permissions that are added or removed. */
function changedOf(before: readonly string[], after: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => before.includes(permission) !== after.includes(permission));
}

async function requireComposed(tx: DatabaseTransaction, key: string) {
  if (fixedRole(key) !== undefined) throw new AppError('rule_violated', 'This role comes with Stowage. Copy it to change it.', { reason: 'fixed_role' });
  const role = await roles.findComposedRole(tx, key);
  if (role === undefined) throw new AppError('not_found', 'There is no such role');
  return role;
}

async function requireFreeName(tx: DatabaseTransaction, name: string, exceptKey: string): Promise<void> {
  const isFixed = FIXED_ROLE_KEYS.some((key) => fixedRole(key)?.name.toLowerCase() === name.toLowerCase());
  if (!isFixed && !(await roles.isNameTaken(tx, name, exceptKey))) return;
  throw new AppError('conflict', `There is already a role ${name}`, { reason: 'name_taken' });
}

/** A key from the name, such as `night-shift`. */
function freeKey(name: string, taken: readonly string[]): string {
  const letters = name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
  const stem = letters.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'role';
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? stem : `${stem}-${nth}`;
    if (!taken.includes(key)) return key;
  }
}
