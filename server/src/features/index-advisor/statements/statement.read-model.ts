import type { StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { CountedId } from '../gain/gain.rules.ts';

/** The statistics of one query ID. */
export interface CountedStatement {
  readonly queryId: string;
  readonly text: string;
  readonly calls: number;
  readonly totalMs: number;
}

/** A view of pg_stat_statements, qualified with the extension's schema. */
async function viewOf(db: Database, name: 'pg_stat_statements' | 'pg_stat_statements_info' = 'pg_stat_statements'): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements'`.execute(db);
  return rows[0] === undefined ? sql.id(name) : sql.id(rows[0].schema, name);
}

/** The state of the statement statistics. @param creator the role that would create the view */
export async function findStatementSource(db: Database, creator: Database = db): Promise<StatementSource> {
  const { rows } = await sql<{ is_there: boolean; is_created: boolean }>`
    select exists (select from pg_available_extensions where name = 'pg_stat_statements') as is_there,
      exists (select from pg_extension where extname = 'pg_stat_statements') or to_regclass('pg_stat_statements') is not null as is_created`.execute(db);
  if (!rows[0]?.is_created) return rows[0]?.is_there ? ((await mayCreateView(creator)) ? 'NOT_CREATED' : 'NOT_ALLOWED') : 'NOT_AVAILABLE';
  try {
    await sql`select from ${await viewOf(db)} limit 1`.execute(db);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    // 55000: the server has not loaded the library.
    if (code === '55000') return 'NOT_LOADED';
    if (code === '42501') return 'NOT_READABLE';
    throw error;
  }
  return (await isTracked(db)) ? 'ON' : 'NOT_TRACKED';
}

/** Whether the server tracks this role’s statements with query IDs. */
async function isTracked(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_tracked: boolean }>`
    select coalesce(current_setting('pg_stat_statements.track', true), 'top') <> 'none' and current_setting('compute_query_id') <> 'off' as is_tracked`.execute(
    db,
  );
  return rows[0]?.is_tracked ?? true;
}

async function mayCreateView(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select (select rolsuper from pg_roles where rolname = current_user)
      or exists (select from pg_available_extension_versions where name = 'pg_stat_statements' and (trusted or not superuser)
        and has_database_privilege(current_database(), 'CREATE')) as may`.execute(db);
  return rows[0]?.may ?? false;
}

export const CREATE_STATEMENT_VIEW = 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements';

/** @returns false when the role may not create the extension */
export async function createStatementView(db: Database): Promise<boolean> {
  return sql
    .raw(CREATE_STATEMENT_VIEW)
    .execute(db)
    .then(
      () => true,
      () => false,
    );
}

/** Limits the statistics to Stowage's own statements, because planning evaluates functions with the planner's rights. */
const OF_OWN_ROLE = sql`dbid = (select oid from pg_database where datname = current_database()) and userid = (select oid from pg_roles where rolname = current_user)`;

/** Stowage's most expensive statements. Query IDs have 64 bits and are returned as text. */
export async function listCountedStatements(db: Database, limit: number): Promise<CountedStatement[]> {
  const { rows } = await sql<CountedStatement>`
    select queryid::text as "queryId", min(query) as text, sum(calls)::float8 as calls, sum(total_exec_time)::float8 as "totalMs"
    from ${await viewOf(db)}
    where ${OF_OWN_ROLE} and queryid is not null and query ~* '^[\\s(]*(/\\*|--|select|with|update|delete|insert|merge)'
    group by queryid order by sum(total_exec_time) desc limit ${limit}`.execute(db);
  return rows;
}

/** The age of the statement and table statistics in hours, at least a minute. Both are reset independently. */
export async function findWindows(db: Database): Promise<{ statementHours: number; tableHours: number }> {
  const { rows } = await sql<{ statementHours: number | null; tableHours: number | null }>`
    select (extract(epoch from now() - (select stats_reset from ${await viewOf(db, 'pg_stat_statements_info')})) / 3600)::float8 as "statementHours",
      (extract(epoch from now() - greatest((select stats_reset from pg_stat_database where datname = current_database()), (select stats_reset from pg_stat_bgwriter))) / 3600)::float8
        as "tableHours"`.execute(db);
  const atLeastAMinute = (hours: number | null | undefined) => Math.max(hours ?? 0, 1 / 60);
  return { statementHours: atLeastAMinute(rows[0]?.statementHours), tableHours: atLeastAMinute(rows[0]?.tableHours) };
}

/** The counts of one query ID, and its text, which may contain values and is for planning only. */
export type StatementCount = CountedId & { readonly queryId: string; readonly text: string };

/** The current counts of query IDs. PostgreSQL 17 and later report the start of the counts per ID, older versions only for all. */
export async function countStatements(db: Database, queryIds: readonly string[]): Promise<StatementCount[]> {
  const { rows } = await sql<StatementCount>`
    select queryid::text as "queryId", query as text, concat_ws('/', queryid, toplevel) as key, calls::float8 as calls, total_exec_time as "totalMs",
      coalesce(to_jsonb(p) ->> 'stats_since', i.stats_reset::text) as since, case when to_jsonb(p) ? 'stats_since' then null else i.dealloc::float8 end as evictions
    from ${await viewOf(db)} p, ${await viewOf(db, 'pg_stat_statements_info')} i
    where ${OF_OWN_ROLE} and queryid = any(${queryIds}::bigint[])`.execute(db);
  return rows;
}
