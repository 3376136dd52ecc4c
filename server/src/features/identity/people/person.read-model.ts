import type { Person } from '@stowage/contract/identity/people';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { canSignIn, isHolder } from '../../../platform/http/permission-holder.condition.ts';

interface Row {
  id: number;
  email: string;
  name: string;
  roles: string[];
  state: Person['state'];
  has_two_factor: boolean;
  last_seen_at: Date | null;
  open_sessions: number;
  invitation_ends_at: Date | null;
}

const hasPasskeys = sql`exists (select from passkeys k where k.user_id = u.id)`;

/** Lists all people by name; deactivated people come last. */
export async function listPeople(db: Database, now: Date): Promise<Person[]> {
  const { rows } = await sql<Row>`
    select u.id, u.email, u.name, coalesce(u.role_keys, u.roles) as roles, u.totp_confirmed_at is not null or ${hasPasskeys} as has_two_factor, u.last_seen_at, coalesce(s.open_sessions, 0) as open_sessions,
      case when u.deactivated_at is not null then 'DEACTIVATED' when ${canSignIn} then 'ACTIVE'
        when l.ends_at is null then 'NO_SIGN_IN' else 'INVITED' end as state,
      l.ends_at as invitation_ends_at
    from users u left join (
      select user_id, max(expires_at) as ends_at from account_links
      where purpose = 'INVITATION' and used_at is null and revoked_at is null group by user_id) l on l.user_id = u.id
    left join (
      select user_id, (count(*) filter (where ended_at is null and expires_at > ${now}))::int as open_sessions
      from sessions group by user_id) s on s.user_id = u.id
    order by u.deactivated_at is not null, lower(u.name), u.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.roles.includes('ROLE_ADMIN') || row.roles.includes('OWNER') ? 'ROLE_ADMIN' : 'ROLE_USER',
    roles: row.roles,
    state: row.state,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    openSessions: row.open_sessions,
    hasTwoFactor: row.has_two_factor,
    invitationEndsAt: row.invitation_ends_at?.toISOString() ?? null,
  }));
}

/** Lists the people who can sign in and manage people. */
export async function listAdministrators(db: Database): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`
    select u.name, u.email from users u
    where ${isHolder('people.manage')} and u.deactivated_at is null and ${canSignIn} order by lower(u.name), u.id`.execute(db);
  return rows;
}
