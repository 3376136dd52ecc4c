import type { Role } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { FirstStep } from '../../../platform/http/caller.ts';

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

/** What a person must do before anything else: replace a generated password, then set up the two-step sign-in that the role needs. */
export async function findFirstStep(db: Database, userId: number): Promise<FirstStep | undefined> {
  const { rows } = await sql<{ step: FirstStep | null }>`
    select case when u.must_change_password then 'password' when u.totp_confirmed_at is null and u.roles && p.two_factor_roles then 'two-factor' end as step
    from users u cross join sign_in_policy p where u.id = ${userId}`.execute(db);
  return rows[0]?.step ?? undefined;
}
