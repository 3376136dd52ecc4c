import { actingAs } from '../../../platform/audit/actor.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { notifyReplayedToken } from '../account/security-notice.ts';
import type { AccessChanges } from './access-changes.ts';
import { endSessions, type SessionOfToken } from './session.repository.ts';

interface Target {
  readonly userId: number;
  /** All sessions of the person if undefined. */
  readonly sessionId?: string | undefined;
}

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly accessChanges: AccessChanges;
}

export type SessionEnding = ReturnType<typeof createSessionEnding>;

/** Ends sessions, records it in the audit log and announces it to every process. */
export function createSessionEnding({ db, clock, accessChanges, logger }: Dependencies) {
  const end = async (tx: DatabaseTransaction, { userId, sessionId }: Target, reason: 'SIGNED_OUT' | 'TOKEN_REPLAYED') => {
    const ended = await endSessions(tx, { userId, ...(sessionId !== undefined && { sessionId }) }, reason, clock.now());
    if (ended.length > 0) await writeAuditEntry(tx, { action: reason, record: { kind: 'users', id: userId }, records: ended.length });
    return ended;
  };
  /** Call this after the transaction that ended the sessions. @returns the number of sessions */
  const announce = (sessionIds: readonly string[]): number => {
    for (const sessionId of sessionIds) accessChanges.endSession(sessionId);
    return sessionIds.length;
  };
  /** @returns how many sessions it ended */
  const signOut = async (target: Target): Promise<number> => announce(await db.transaction().execute((tx) => end(tx, target, 'SIGNED_OUT')));

  return {
    announce,
    signOut,

    signOutToken: ({ userId, sessionId }: SessionOfToken) => actingAs({ userId, requestId: 'sign-out' }, () => signOut({ userId, sessionId })),

    /**
     * A used refresh token came back too late or from elsewhere: somebody copied it, or its answer was lost. Ends the session and
     * notifies its owner. @returns whether the session was open
     */
    async endReplayed(known: SessionOfToken): Promise<boolean> {
      const ended = await db.transaction().execute(async (tx) => {
        const sessionIds = await end(tx, known, 'TOKEN_REPLAYED');
        if (sessionIds.length > 0) await notifyReplayedToken(tx, known);
        return sessionIds;
      });
      if (announce(ended) === 0) return false;
      logger.warn({ sessionId: known.sessionId }, 'a refresh token was used twice; its session was ended');
      return true;
    },
  };
}
