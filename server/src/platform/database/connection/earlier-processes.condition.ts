import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { WATCH_NAME } from './watch-session.ts';

/**
 * Whether a process of a version before 1.1 uses the database: its session that watches the database names no version. Such a process
 * writes none of what later versions write with a change.
 */
export const hasEarlierProcess: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select from pg_stat_activity a where a.datname = current_database() and a.application_name = ${sql.lit(WATCH_NAME)})`;
