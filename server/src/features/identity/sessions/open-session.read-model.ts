import type { OpenSession } from '@stowage/contract/identity/open-sessions';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';

export type SessionList = ReturnType<typeof createSessionList>;

/** Lists the open sessions of a person, the last used first, and marks the caller's. */
export function createSessionList({ db, clock }: { db: Database; clock: Clock }) {
  return async (userId: number, caller: Pick<Caller, 'sessionId'>): Promise<OpenSession[]> => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'address', 'is_remembered', 'started_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === caller.sessionId,
      userAgent: row.user_agent,
      address: row.address,
      isRemembered: row.is_remembered,
      startedAt: row.started_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }));
  };
}
