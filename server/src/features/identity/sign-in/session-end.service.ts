import { actingAs } from '../../../platform/audit/actor.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/logger.ts';
import { tellReplayed } from '../account/security-notice.ts';
import type { AccessChanges } from './access-changes.ts';
import { endSessions, type SessionOfToken } from './session.repository.ts';

interface Ending {
  readonly userId: number;
  /** All of theirs where none is named. */
  readonly sessionId?: string | undefined;
  readonly reason: 'SIGNED_OUT' | 'TOKEN_REPLAYED';
  readonly now: Date;
}

/** Ends one session of somebody, or all, in the audit log. @returns those that it ended */
export async function endInLog(tx: DatabaseTransaction, { userId, sessionId, reason, now }: Ending): Promise<string[]> {
  const ended = await endSessions(tx, { userId, ...(sessionId !== undefined && { sessionId }) }, reason, now);
  if (ended.length > 0) await writeAuditEntry(tx, { action: reason, record: { kind: 'users', id: userId }, records: ended.length });
  return ended;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly accessChanges: AccessChanges;
  readonly logger: Logger;
}

/** How the session of a refresh token ends. */
export function createSessionEnding({ db, clock, accessChanges, logger }: Dependencies) {
  return {
    async signOut({ userId, sessionId }: SessionOfToken): Promise<void> {
      const end = () => db.transaction().execute((tx) => endInLog(tx, { userId, sessionId, reason: 'SIGNED_OUT', now: clock.now() }));
      const ended = await actingAs({ userId, requestId: 'sign-out' }, end);
      for (const one of ended) accessChanges.endSession(one);
    },

    /** Two parties hold this token and one of them stole it, or its answer was lost: nobody keeps the session, and its owner is told. */
    async endReplayed(known: SessionOfToken): Promise<void> {
      const { userId, sessionId } = known;
      const ended = await db.transaction().execute(async (tx) => {
        const over = await endInLog(tx, { userId, sessionId, reason: 'TOKEN_REPLAYED', now: clock.now() });
        if (over.length > 0) await tellReplayed(tx, known);
        return over;
      });
      for (const one of ended) {
        accessChanges.endSession(one);
        logger.warn({ sessionId: one }, 'a refresh token was used twice; its session was ended');
      }
    },
  };
}
