import type { DatabaseOwner, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { auditStatement } from '../suggestions/index-audit.ts';
import { listAbandoned, markDropped, type SuggestedIndex } from '../suggestions/suggestion.repository.ts';
import { type BuildSession, cancelSession, openBuildSession } from './build.repository.ts';

/** Short, because other schema changes queue behind the lock. A later attempt follows when a transaction blocks the drop. */
const DROP_LOCK_TIMEOUT_MS = 5_000;

interface Dependencies {
  readonly db: DatabasePool;
  /** Only the owner of a table may create and drop its indexes. */
  readonly owner: DatabaseOwner;
  /** Receives the errors of failed drops. */
  readonly onFailure: (error: unknown) => unknown;
  /** Aborted when the process stops. */
  readonly signal?: AbortSignal;
}

/**
 * Drops the invalid indexes that the advisor left behind, except those whose creation continues. Blocked drops are retried at
 * the next start or within the hour.
 * @returns the names of the dropped indexes; never throws
 */
export async function dropLeftovers({ db, owner, onFailure, signal }: Dependencies): Promise<string[]> {
  const dropped: string[] = [];
  try {
    if ((await listAbandoned(db)).length === 0) return [];
    const session = await openBuildSession(owner.connection);
    if (session === undefined) return [];
    const onStop = () => void cancelSession(owner.db, session.pid).catch(() => {});
    signal?.addEventListener('abort', onStop);
    try {
      for (const index of await listAbandoned(db)) {
        if (signal?.aborted) break;
        await dropLeftover(session, { db }, index).then(() => dropped.push(index.name), onFailure);
      }
    } finally {
      signal?.removeEventListener('abort', onStop);
      await session.end();
    }
  } catch (error) {
    await onFailure(error);
  }
  return dropped;
}

/** @throws the database's error 55P03 while another session blocks the drop */
export async function dropLeftover(session: BuildSession, { db }: Pick<Dependencies, 'db'>, index: SuggestedIndex): Promise<void> {
  await auditStatement({ db }, index, index.dropStatement);
  await session.run(index.dropStatement, DROP_LOCK_TIMEOUT_MS);
  await markDropped(db, index.id);
}
