import { MARKETPLACE_ROLES, type RoleCheck } from '@stowage/contract/connection/marketplace-connection';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

export type CheckedRole = Omit<RoleCheck, 'checkedAt'>;

export async function saveRoles(db: Database, roles: readonly CheckedRole[], now: Date): Promise<void> {
  await sql`
    insert into marketplace_roles (role, state, message, checked_at)
    select role, state, message, ${now} from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as r (role text, state text, message text)
    on conflict (role) do update set state = excluded.state, message = excluded.message, checked_at = excluded.checked_at`.execute(db);
}

/** Every role; UNKNOWN without a check. */
export async function listRoles(db: Database): Promise<RoleCheck[]> {
  const rows = new Map((await db.selectFrom('marketplace_roles').selectAll().execute()).map((row) => [row.role, row]));
  return MARKETPLACE_ROLES.map((role) => {
    const { state = 'UNKNOWN', message = null, checked_at: checkedAt } = rows.get(role) ?? {};
    return { role, state: state as RoleCheck['state'], message, checkedAt: checkedAt?.toISOString() ?? null };
  });
}

/** Another account has other roles. */
export async function forgetRoles(tx: Database): Promise<void> {
  await tx.deleteFrom('marketplace_roles').execute();
}
