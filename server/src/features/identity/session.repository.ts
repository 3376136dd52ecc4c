import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { SignedInUser } from './user.repository.ts';

export type SessionEndReason = 'SIGNED_OUT' | 'TOKEN_REPLAYED' | 'PASSWORD_RESET' | 'DEACTIVATED';

/** Opens a session with its first refresh token. @returns the session's id */
export async function insertSession(db: Database, session: { userId: number; tokenHash: Buffer; now: Date; expiresAt: Date }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with opened as (
      insert into sessions (user_id, started_at, expires_at)
      values (${session.userId}, ${session.now}, ${session.expiresAt}) returning id
    ), issued as (
      insert into refresh_tokens (token_hash, session_id, issued_at) select ${session.tokenHash}, id, ${session.now} from opened
    )
    select id from opened`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The session was not opened');
  return row.id;
}

/**
 * Trades a refresh token for the next one, in one statement: of several callers with the same token one wins.
 * @returns undefined when the token is unknown or used, or its session or account has ended
 */
export async function rotateRefreshToken(
  db: Database,
  token: { hash: Buffer; nextHash: Buffer; now: Date; expiresAt: Date },
): Promise<{ sessionId: string; user: SignedInUser } | undefined> {
  const { rows } = await sql<{ session_id: string; id: number; email: string; name: string; roles: string[] }>`
    with used as (
      update refresh_tokens set used_at = ${token.now}
      from sessions s join users u on u.id = s.user_id
      where token_hash = ${token.hash} and used_at is null and s.id = session_id
        and s.ended_at is null and s.expires_at > ${token.now} and u.deactivated_at is null
      returning session_id, s.user_id
    ), extended as (
      update sessions set expires_at = ${token.expiresAt} from used where sessions.id = used.session_id
    ), issued as (
      insert into refresh_tokens (token_hash, session_id, issued_at) select ${token.nextHash}, session_id, ${token.now} from used
    )
    select used.session_id, u.id, u.email, u.name, u.roles from used join users u on u.id = used.user_id`.execute(db);
  const [row] = rows;
  return row && { sessionId: row.session_id, user: { id: row.id, email: row.email, name: row.name, roles: row.roles as SignedInUser['roles'] } };
}

export async function findSessionOfToken(db: Database, tokenHash: Buffer): Promise<{ sessionId: string; used: boolean } | undefined> {
  const row = await db.selectFrom('refresh_tokens').select(['session_id', 'used_at']).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row && { sessionId: row.session_id, used: row.used_at !== null };
}

/** Ends sessions that are still open. @returns the ids of those that this call ended */
export async function endSessions(db: Database, which: { sessionId: string } | { userId: number }, reason: SessionEndReason, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .where((eb) => ('sessionId' in which ? eb('id', '=', which.sessionId) : eb('user_id', '=', which.userId)))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function listSessionsEndedSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('ended_at', '>=', since).execute();
  return rows.map((row) => row.id);
}

/** Forgets sessions, with their tokens, that ended or ran out before a moment. @returns how many */
export async function deleteSessionsOver(db: Database, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
