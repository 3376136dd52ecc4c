import type { Role } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** The roles that need two-step sign-in. */
export async function readTwoFactorRoles(db: Database): Promise<Role[]> {
  const row = await db.selectFrom('sign_in_policy').select('two_factor_roles').executeTakeFirstOrThrow();
  return row.two_factor_roles as Role[];
}

export async function writeTwoFactorRoles(db: Database, roles: readonly Role[]): Promise<void> {
  await db
    .updateTable('sign_in_policy')
    .set({ two_factor_roles: [...new Set(roles)].toSorted() })
    .execute();
}

/** Whether a person's role needs two-step sign-in and it isn't set up. */
export async function mustSetUpTwoFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ must: boolean }>`
    select u.totp_confirmed_at is null and u.roles && p.two_factor_roles as must from users u cross join sign_in_policy p where u.id = ${userId}`.execute(db);
  return rows[0]?.must ?? false;
}
