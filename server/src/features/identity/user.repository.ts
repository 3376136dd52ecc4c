import type { Role } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: Role[];
  readonly passwordHash: string | null;
  readonly deactivatedAt: Date | null;
}

/** What an access token says of a person. */
export type SignedInUser = Pick<User, 'id' | 'email' | 'name' | 'roles'>;

interface UserRow {
  id: number;
  email: string;
  name: string;
  roles: string[];
  password_hash: string | null;
  deactivated_at: Date | null;
}

const COLUMNS = ['id', 'email', 'name', 'roles', 'password_hash', 'deactivated_at'] as const;

export async function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(COLUMNS).where(sql<string>`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
  return row && toUser(row);
}

export async function listUsers(db: Database): Promise<User[]> {
  const rows = await db.selectFrom('users').select(COLUMNS).orderBy('email').execute();
  return rows.map(toUser);
}

/** Everybody who may sign in, by name. */
export async function listActiveUsers(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('users').select(['id', 'name']).where('deactivated_at', 'is', null).orderBy('name').orderBy('id').execute();
}

export async function isActiveUser(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).where('deactivated_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** @returns undefined when the e-mail address is taken */
export async function insertUser(
  db: Database,
  user: { email: string; name: string; roles: readonly Role[]; passwordHash: string | null },
): Promise<User | undefined> {
  const row = await db
    .insertInto('users')
    .values({ email: user.email, name: user.name, roles: [...user.roles], password_hash: user.passwordHash })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toUser(row);
}

export async function updatePasswordHash(db: Database, userId: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'ROLE_ADMIN' = any(roles)`)
    .where('password_hash', 'is not', null)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles as Role[],
    passwordHash: row.password_hash,
    deactivatedAt: row.deactivated_at,
  };
}
