import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.generated.ts';

const QUERY_CANCELED = '57014';

/**
 * Reads within a time limit. PostgreSQL itself cancels a statement that takes longer, so no work goes on for a caller that
 * has stopped waiting.
 * @returns undefined when the limit was reached
 */
export async function withinTime<T>(db: Kysely<DB>, limitMs: number, read: (tx: Transaction<DB>) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`/* prepared: limit_time */ select set_config('statement_timeout', ${String(limitMs)}::text, true)`.execute(tx);
      return read(tx);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) return undefined;
    throw error;
  }
}
