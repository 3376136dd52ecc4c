import { ROLES } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { FirstStep } from '../../../platform/http/caller.ts';

/** The keys of the roles that need two-step sign-in. */
export async function readTwoFactorRoles(db: Database): Promise<string[]> {
  const row = await db.selectFrom('sign_in_policy').select(['two_factor_roles', 'two_factor_role_keys']).executeTakeFirstOrThrow();
  return [...row.two_factor_roles, ...row.two_factor_role_keys];
}

export async function lockTwoFactorRoles(tx: DatabaseTransaction): Promise<string[]> {
  await tx.selectFrom('sign_in_policy').select('is_only').forUpdate().execute();
  return readTwoFactorRoles(tx);
}

export async function writeTwoFactorRoles(db: Database, roles: readonly string[]): Promise<void> {
  const isNamed = (key: string) => ROLES.some((role) => role === key);
  const keys = [...new Set(roles)].toSorted();
  await db
    .updateTable('sign_in_policy')
    .set({ two_factor_roles: keys.filter(isNamed), two_factor_role_keys: keys.filter((key) => !isNamed(key)) })
    .execute();
}

/**
 * What a person must do before anything else: replace a generated password that they signed in with, then set up the two-step
 * sign-in that the role needs, unless the session began with two factors.
 */
export async function findFirstStep(db: Database, userId: number, sessionId: string): Promise<FirstStep | undefined> {
  const { rows } = await sql<{ step: FirstStep | null }>`
    select case when u.must_change_password and s.signed_in_by = 'PASSWORD' then 'password'
      when coalesce(u.role_keys, u.roles) && (p.two_factor_roles || p.two_factor_role_keys) and u.totp_confirmed_at is null and not s.is_two_step and not exists (select from passkeys k where k.user_id = u.id)
        then 'two-factor' end as step
    from users u cross join sign_in_policy p join sessions s on s.id = ${sessionId} where u.id = ${userId}`.execute(db);
  return rows[0]?.step ?? undefined;
}
