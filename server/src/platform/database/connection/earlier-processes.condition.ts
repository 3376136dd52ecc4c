import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { WATCH_NAME } from './watch-session.ts';

/**
 * Whether a process of an earlier version uses the database, from before the session that watches the database named the version. Such
 * a process leaves no checks of what it changes.
 */
export const hasEarlierProcess: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select from pg_stat_activity a where a.datname = current_database() and a.application_name = ${sql.lit(WATCH_NAME)})`;
