import type { SessionEndReason } from '@stowage/contract/identity/session';
import type { SignInMethod } from '@stowage/contract/identity/sign-in-methods';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { SignedInUser } from '../people/user.repository.ts';

/** The reasons with which a session is ended; one that expires has none. */
type StoredEndReason = Exclude<SessionEndReason, 'EXPIRED'>;

interface NewSession {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly isRemembered: boolean;
  readonly userAgent: string | undefined;
  readonly address: string;
  readonly deviceHash: Buffer;
  readonly method: SignInMethod;
  /** Whether the sign-in proved two factors. */
  readonly isTwoStep: boolean;
  readonly sealedIdToken: string | undefined;
}

/**
 * A used refresh token works again for this long, in the browser of its session and before its successor was used: an answer
 * can be lost when a tab is closed or the network drops, and two tabs can refresh at the same time.
 */
const REUSE_SECONDS = 120;
/** A session expires this long after its last refresh. */
const LIFETIME = sql`make_interval(secs => case when is_remembered then ${30 * 24 * 60 * 60}::int else ${12 * 60 * 60}::int end)`;
/** A session ends this long after its sign-in, however much it is used (NIST SP 800-63B: 30 days at most). */
const ABSOLUTE_LIFETIME = sql`make_interval(hours => case when is_remembered then 30 * 24 else 24 end)`;
const MAX_USER_AGENT_LENGTH = 300;

const storableAgent = (userAgent: string | undefined) => userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;

/** Creates a session with its first refresh token. @returns the session's id */
export async function insertSession(db: Database, session: NewSession): Promise<string> {
  const { userId, now, isRemembered } = session;
  const userAgent = storableAgent(session.userAgent);
  const { rows } = await sql<{ id: string }>`
    with opened as (
      insert into sessions (user_id, started_at, last_seen_at, is_remembered, user_agent, address, device_hash, expires_at,
        signed_in_by, is_two_step, sealed_id_token)
      select ${userId}, ${now}::timestamptz, ${now}::timestamptz, is_remembered, ${userAgent}, ${session.address}, ${session.deviceHash}, ${now}::timestamptz + ${LIFETIME},
        ${session.method}, ${session.isTwoStep}, ${session.sealedIdToken ?? null}
      from (values (${isRemembered}::boolean)) as x (is_remembered) returning id
    ), issued as (
      insert into refresh_tokens (token_hash, session_id, issued_at) select ${session.tokenHash}, id, ${session.now} from opened
    )
    select id from opened`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The session was not opened');
  return row.id;
}

/**
 * Exchanges a refresh token for the next one in a single statement, so that only one of several concurrent callers succeeds,
 * unless they are the same browser. The first use of a token retires the other successors of its predecessor.
 * @returns undefined when the token is unknown or used, or its session or account has ended
 */
export async function rotateRefreshToken(
  db: Database,
  token: { hash: Buffer; nextHash: Buffer; deviceHash: Buffer | null; now: Date },
): Promise<{ sessionId: string; isRemembered: boolean; user: SignedInUser } | undefined> {
  const { rows } = await sql<{ session_id: string; is_remembered: boolean; id: number; email: string; name: string }>`
    with used as (
      update refresh_tokens t set used_at = coalesce(t.used_at, ${token.now})
      from sessions s join users u on u.id = s.user_id
      where t.token_hash = ${token.hash} and s.id = t.session_id
        and s.ended_at is null and s.expires_at > ${token.now} and s.started_at + ${ABSOLUTE_LIFETIME} > ${token.now} and u.deactivated_at is null
        and (t.used_at is null or s.device_hash = ${token.deviceHash} and not ${isSuccessorUsed}
          and t.used_at > ${token.now}::timestamptz - make_interval(secs => ${REUSE_SECONDS}))
      returning t.session_id, s.user_id, s.is_remembered as remembered, t.used_at = ${token.now} as is_first
    ), retired as (
      update refresh_tokens other set used_at = ${token.now} from used
      where used.is_first and other.session_id = used.session_id and other.used_at is null and other.issued_at < ${token.now} and other.token_hash <> ${token.hash}
    ), extended as (
      update sessions set expires_at = least(${token.now}::timestamptz + ${LIFETIME}, started_at + ${ABSOLUTE_LIFETIME}), last_seen_at = ${token.now} from used where sessions.id = used.session_id
    ), issued as (
      insert into refresh_tokens (token_hash, session_id, issued_at) select ${token.nextHash}, session_id, ${token.now} from used
    )
    select used.session_id, used.remembered as is_remembered, u.id, u.email, u.name from used join users u on u.id = used.user_id`.execute(db);
  const [row] = rows;
  return (
    row && {
      sessionId: row.session_id,
      isRemembered: row.is_remembered,
      user: { id: row.id, email: row.email, name: row.name },
    }
  );
}

/** Whether a token issued after a used token `t` was used as well. */
const isSuccessorUsed = sql`exists (select from refresh_tokens n where n.session_id = t.session_id and n.token_hash <> t.token_hash and n.issued_at >= t.used_at
  and n.used_at is not null)`;

export interface SessionOfToken {
  readonly sessionId: string;
  readonly userId: number;
  readonly used: boolean;
  /** Whether a token issued after this one was used as well. */
  readonly isSuccessorUsed: boolean;
  /** Null while the session is open or when it has expired. */
  readonly endReason: StoredEndReason | null;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export async function findSessionOfToken(db: Database, tokenHash: Buffer): Promise<SessionOfToken | undefined> {
  const { rows } = await sql<SessionOfToken>`
    select t.session_id as "sessionId", s.user_id as "userId", t.used_at is not null as used, s.user_agent as "userAgent", s.address,
      ${isSuccessorUsed} as "isSuccessorUsed", s.end_reason as "endReason"
    from refresh_tokens t join sessions s on s.id = t.session_id where t.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** One session, all sessions of a person, or all but one. */
type SessionSelection = { sessionId: string; userId?: number } | { userId: number; except?: string };

/** Ends open sessions. @returns the ids of the sessions that this call ended */
export async function endSessions(db: Database, which: SessionSelection, reason: StoredEndReason, now: Date): Promise<string[]> {
  const { userId } = which;
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if('sessionId' in which, (query) => query.where('id', '=', 'sessionId' in which ? which.sessionId : ''))
    .$if('except' in which, (query) => query.where('id', '<>', 'except' in which ? (which.except ?? '') : ''))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Reads and deletes the provider's ID token of a session. */
export async function takeIdToken(db: Database, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: string }>`
    update sessions s set sealed_id_token = null from sessions old
    where s.id = ${sessionId} and old.id = s.id and old.sealed_id_token is not null returning old.sealed_id_token as sealed`.execute(db);
  return rows[0]?.sealed;
}

export async function isSessionOpen(db: Database, sessionId: string, now: Date): Promise<boolean> {
  const query = db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('ended_at', 'is', null).where('expires_at', '>', now);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Records that the person of a session proved who they are. */
export async function markVerified(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ verified_at: now }).where('id', '=', sessionId).execute();
}

export async function isVerifiedSince(db: Database, sessionId: string, since: Date): Promise<boolean> {
  const verifiedAt = sql<Date>`coalesce(verified_at, started_at)`;
  return (await db.selectFrom('sessions').select('id').where('id', '=', sessionId).where(verifiedAt, '>=', since).executeTakeFirst()) !== undefined;
}

export async function listSessionsEndedSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('ended_at', '>=', since).execute();
  return rows.map((row) => row.id);
}

/** Returns the given sessions that ended, expired or were deleted. */
export async function listEndedSessions(db: Database, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) as x (id)
    where not exists (select from sessions s where s.id = x.id and s.ended_at is null and s.expires_at > ${now})`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes the tokens of sessions that ended or expired before a time. */
export async function deleteTokensOfEndedSessions(db: Database, before: Date): Promise<void> {
  await sql`delete from refresh_tokens t using sessions s where s.id = t.session_id and (s.expires_at < ${before} or s.ended_at < ${before})`.execute(db);
}

/** Deletes the sessions that ended or expired before a time, with their tokens. @returns how many */
export async function deleteEndedSessions(db: Database, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** What a sign-in shows of its device. */
interface SeenDevice {
  readonly hash: Buffer;
  readonly userAgent: string | undefined;
  readonly address: string;
}

/**
 * Whether no stored session of the person used this device. False on a person's first sign-in, and where the same browser signed in
 * from the same address less than a day before: a script keeps no cookie, and its every sign-in would be news.
 */
export async function isNewDevice(db: Database, userId: number, { hash, userAgent, address }: SeenDevice, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    select u.last_seen_at is not null and not exists (
      select from sessions s where s.user_id = u.id and (s.device_hash = ${hash}
        or s.address = ${address} and s.user_agent is not distinct from ${storableAgent(userAgent)} and s.started_at > ${now}::timestamptz - interval '1 day')
    ) as is_new from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.is_new ?? false;
}

/** Whether the person with this e-mail address has signed in on this device before. */
export async function isKnownDevice(db: Database, email: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from sessions s join users u on u.id = s.user_id
      where lower(u.email) = ${email.trim().toLowerCase()} and s.device_hash = ${deviceHash}) as is_known`.execute(db);
  return rows[0]?.is_known ?? false;
}
