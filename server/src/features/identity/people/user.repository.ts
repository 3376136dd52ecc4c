import type { Role } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { canSignIn, isHolder } from '../../../platform/http/permission-holder.condition.ts';

/** Held while the first administrator is created. */
const ADMINISTRATOR_LOCK = 871_013;

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** The keys of the roles. */
  readonly roles: string[];
  readonly passwordHash: string | null;
  readonly deactivatedAt: Date | null;
  readonly invitedAt: Date | null;
  /** Encrypted; null until the person confirmed a code. */
  readonly totpSecret: string | null;
  readonly hasPasskeys: boolean;
  /** The password was generated and must be replaced. */
  readonly mustChangePassword: boolean;
}

/** The part of a person that an access token contains. */
export type SignedInUser = Pick<User, 'id' | 'email' | 'name'>;

const COLUMNS = [
  ...([
    'id',
    'email',
    'name',
    'password_hash as passwordHash',
    'deactivated_at as deactivatedAt',
    'invited_at as invitedAt',
    'must_change_password as mustChangePassword',
  ] as const),
  sql<string[]>`coalesce(role_keys, roles)`.as('roles'),
  sql<string | null>`case when totp_confirmed_at is not null then totp_secret end`.as('totpSecret'),
  sql<boolean>`exists (select from passkeys k where k.user_id = users.id)`.as('hasPasskeys'),
] as const;

export async function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(COLUMNS).where(sql<string>`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
}

export async function listUsers(db: Database): Promise<(User & { readonly canSignIn: boolean })[]> {
  const hasWay = sql<boolean>`exists (select from users u where u.id = users.id and ${canSignIn})`;
  return db.selectFrom('users').select(COLUMNS).select(hasWay.as('canSignIn')).orderBy('email').execute();
}

/** Lists the people who may sign in, by name. */
export async function listActiveUsers(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('users').select(['id', 'name']).where('deactivated_at', 'is', null).orderBy('name').orderBy('id').execute();
}

export async function isActiveUser(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).where('deactivated_at', 'is', null).executeTakeFirst()) !== undefined;
}

export async function findEmail(db: Database, id: number): Promise<string> {
  return (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
}

/** @returns undefined when the e-mail address is taken */
export async function insertUser(
  db: Database,
  user: { email: string; name: string; roles: readonly string[]; passwordHash: string | null; invitedAt?: Date; mustChangePassword?: boolean },
): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      email: user.email,
      name: user.name,
      roles: [storedRole(user.roles)],
      role_keys: [...user.roles],
      password_hash: user.passwordHash,
      invited_at: user.invitedAt ?? null,
      must_change_password: user.mustChangePassword ?? false,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

async function findUser(db: Database, id: number): Promise<User | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** @throws AppError `not_found` */
export async function requireUser(db: Database, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (user === undefined) throw noSuchPerson();
  return user;
}

export function noSuchPerson(): AppError {
  return new AppError('not_found', 'There is no such person');
}

/**
 * Locks an account. Lock the account before its links and sessions: transactions that lock in another order can deadlock.
 * @returns the current row
 */
export async function lockUser(tx: Database, id: number): Promise<User | undefined> {
  return tx.selectFrom('users').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks an account whose password was verified before the transaction. @returns undefined when its password, authenticator or state has changed since */
export async function lockVerified(tx: Database, verified: User): Promise<User | undefined> {
  const user = await lockUser(tx, verified.id);
  if (user === undefined || user.deactivatedAt !== null) return undefined;
  return user.passwordHash === verified.passwordHash && user.totpSecret === verified.totpSecret ? user : undefined;
}

/** @param roles the keys of the roles */
export async function updateRoles(tx: Database, id: number, roles: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ roles: [storedRole(roles)], role_keys: [...roles], roles_changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** What processes of an earlier version read: they know two roles. */
function storedRole(roles: readonly string[]): Role {
  return roles.includes('ROLE_ADMIN') || roles.includes('OWNER') ? 'ROLE_ADMIN' : 'ROLE_USER';
}

export async function updateDeactivated(tx: Database, id: number, deactivatedAt: Date | null): Promise<void> {
  await tx.updateTable('users').set({ deactivated_at: deactivatedAt }).where('id', '=', id).execute();
}

/** Stores when a person was last seen, because sessions are deleted later. Skips a locked account; the next call updates it. */
export async function updateLastSeen(db: Database, id: number, now: Date): Promise<void> {
  await sql`
    update users set last_seen_at = ${now} where id = (
      select id from users where id = ${id} and coalesce(last_seen_at, '-infinity') < ${now} for no key update skip locked)`.execute(db);
}

export async function updateName(tx: Database, id: number, name: string): Promise<void> {
  await tx.updateTable('users').set({ name }).where('id', '=', id).execute();
}

/** @param mustChange the password was generated and must be replaced */
export async function updatePasswordHash(db: Database, userId: number, passwordHash: string, mustChange = false): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash, must_change_password: mustChange }).where('id', '=', userId).execute();
}

/** Held to the end of the transaction: two processes may start on an empty database at the same time. */
export async function lockFirstAdministrator(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATOR_LOCK})`.execute(tx);
}

/** Whether a person can sign in and manage people. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from users u where ${isHolder('people.manage')} and u.password_hash is not null and u.deactivated_at is null limit 1`.execute(db);
  return rows.length > 0;
}
