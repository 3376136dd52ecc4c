import type { DatabaseConnection, DatabasePool } from '../../../platform/database/connect.ts';
import { auditStatement } from '../suggestions/index-audit.ts';
import { listAbandoned, markDropped, type SuggestedIndex } from '../suggestions/suggestion.repository.ts';
import { type BuildSession, cancelSession, openBuildSession } from './build.repository.ts';

/** Others who change the table's shape wait behind it. The transactions that are in its way may last; then it is tried again. */
const DROP_LOCK_TIMEOUT_MS = 5_000;

interface Dependencies {
  readonly db: DatabasePool;
  readonly connection: DatabaseConnection;
  /** Is told of what could not be dropped. */
  readonly onFailure: (error: unknown) => unknown;
  /** Aborted when the process stops: it waits for nobody then. */
  readonly signal?: AbortSignal;
}

/**
 * Drops the invalid indexes that the advisor began and left behind, and no others. One whose creation goes on is left to it.
 * What somebody is in the way of stays for the next time: at the next start, or within the hour.
 * @returns their names; it never throws
 */
export async function dropLeftovers({ db, connection, onFailure, signal }: Dependencies): Promise<string[]> {
  const dropped: string[] = [];
  try {
    if ((await listAbandoned(db)).length === 0) return [];
    const session = await openBuildSession(connection);
    if (session === undefined) return [];
    const onStop = () => void cancelSession(db, session.pid).catch(() => {});
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

/** @throws the database's error 55P03 while somebody is in the way */
export async function dropLeftover(session: BuildSession, { db }: Pick<Dependencies, 'db'>, index: SuggestedIndex): Promise<void> {
  await auditStatement({ db }, index, index.dropStatement);
  await session.run(index.dropStatement, DROP_LOCK_TIMEOUT_MS);
  await markDropped(db, index.id);
}
