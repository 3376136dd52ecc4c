import type { RoleRow } from '@stowage/contract/identity/roles';
import type { Permission } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { isHolder } from '../../../platform/http/permission-holder.condition.ts';

/** Held while roles, people's roles and access change. */
const ACCESS_LOCK = 871_021;

interface ComposedRole {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly permissions: string[];
  readonly version: number;
}

const COLUMNS = ['role_key as key', 'name', 'about', 'permissions', 'version'] as const;

/** Serializes all changes of access, so that each one sees who may manage people after the others. */
export async function lockAccess(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCESS_LOCK})`.execute(tx);
}

/** Locks the people who can sign in and manage people: processes of an earlier version lock them too before they change roles. */
export async function lockManagers(tx: DatabaseTransaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where ${isHolder('people.manage')} and u.password_hash is not null and u.deactivated_at is null order by u.id for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export function listComposedRoles(db: Database): Promise<ComposedRole[]> {
  return db.selectFrom('roles').select(COLUMNS).orderBy(sql`lower(name)`).execute();
}

export function findComposedRole(db: Database, key: string): Promise<ComposedRole | undefined> {
  return db.selectFrom('roles').select(COLUMNS).where('role_key', '=', key).executeTakeFirst();
}

/** The people of each role, by name. */
export async function listPeopleByRole(db: Database): Promise<ReadonlyMap<string, RoleRow['people']>> {
  const { rows } = await sql<{ key: string; people: RoleRow['people'] }>`
    select k.key, json_agg(json_build_object('id', u.id, 'name', u.name, 'is_active', u.deactivated_at is null) order by lower(u.name), u.id) as people
    from users u cross join unnest(coalesce(u.role_keys, u.roles)) as k (key) group by k.key`.execute(db);
  return new Map(rows.map(({ key, people }) => [key, people]));
}

export async function isRoleInUse(tx: DatabaseTransaction, key: string): Promise<boolean> {
  const { rows } = await sql`select from users where ${key} = any(role_keys) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether another role has the name. */
export async function isNameTaken(tx: DatabaseTransaction, name: string, exceptKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('roles')
    .select('role_key')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('role_key', '<>', exceptKey)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewRole extends Pick<ComposedRole, 'key' | 'name' | 'about'> {
  readonly permissions: readonly Permission[];
  readonly actorId: number;
  readonly now: Date;
}

export async function insertRole(tx: DatabaseTransaction, { key, actorId, now, permissions, ...role }: NewRole): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ role_key: key, ...role, permissions: [...permissions], created_by: actorId, created_at: now, updated_at: now })
    .execute();
}

export async function updateRole(tx: DatabaseTransaction, { key, name, about, permissions, now }: Omit<NewRole, 'actorId'>): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ name, about, permissions: [...permissions], updated_at: now, version: sql`version + 1` })
    .where('role_key', '=', key)
    .execute();
}

/** Marks the people of a role as changed. @returns their ids */
export async function touchPeopleOf(tx: DatabaseTransaction, key: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update users set roles_changed_at = ${now} where ${key} = any(role_keys) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteRole(tx: DatabaseTransaction, key: string): Promise<void> {
  await tx.deleteFrom('roles').where('role_key', '=', key).execute();
}
