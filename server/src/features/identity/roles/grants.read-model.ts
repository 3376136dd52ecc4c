import { PERMISSIONS, type Permission, type Role, type Scope } from '@stowage/contract/permissions';
import { fixedRole, grantsOf } from '@stowage/contract/roles';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export type Grants = readonly (Role | Scope)[];

interface Row {
  id: number;
  keys: string[];
  /** The permissions of the composed roles; a later version may know more of them. */
  permissions: string[];
}

const ROWS = sql`
  select u.id, coalesce(u.role_keys, u.roles) as keys, array(
    select distinct p from roles r cross join unnest(r.permissions) p where r.role_key = any(u.role_keys)) as permissions
  from users u`;

/** The current permissions of a person: of all their roles together. */
export async function readPermissions(db: Database, userId: number): Promise<ReadonlySet<Permission>> {
  const { rows } = await sql<Row>`${ROWS} where u.id = ${userId}`.execute(db);
  return rows[0] === undefined ? new Set() : permissionsOf(rows[0]);
}

export async function readGrants(db: Database, userId: number): Promise<Grants> {
  return grantsOf(await readPermissions(db, userId));
}

/** The current grants of the people whose roles, or what these permit, changed since a time. */
export async function listGrantsChangedSince(db: Database, since: Date): Promise<{ id: number; grants: Grants }[]> {
  const { rows } = await sql<Row>`${ROWS} where u.roles_changed_at >= ${since}`.execute(db);
  return rows.map((row) => ({ id: row.id, grants: grantsOf(permissionsOf(row)) }));
}

/** The permissions of roles together. */
export async function readPermissionsOfRoles(db: Database, keys: readonly string[]): Promise<ReadonlySet<Permission>> {
  const rows = await db
    .selectFrom('roles')
    .select('permissions')
    .where('role_key', 'in', ['', ...keys])
    .execute();
  return permissionsOf({ id: 0, keys: [...keys], permissions: rows.flatMap(({ permissions }) => permissions) });
}

function permissionsOf({ keys, permissions }: Row): ReadonlySet<Permission> {
  const names = new Set<string>([...permissions, ...keys.flatMap((key) => fixedRole(key)?.permissions ?? [])]);
  return new Set(PERMISSIONS.filter((permission) => names.has(permission)));
}
