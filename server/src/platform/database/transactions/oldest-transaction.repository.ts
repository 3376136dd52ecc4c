import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/**
 * The start of the oldest open transaction, as PostgreSQL's text: a Date would lose its microseconds. While one is open that began
 * before the clock was set back, its age is unknown.
 */
export async function readOldestTransaction(db: Database): Promise<string> {
  const { rows } = await sql<{ start: string }>`
    select case when bool_or(xact_start > clock_timestamp()) then '-infinity' else coalesce(min(xact_start), clock_timestamp()) end::text as start from pg_stat_activity where datname = current_database()`.execute(
    db,
  );
  return rows[0]?.start ?? '-infinity';
}
