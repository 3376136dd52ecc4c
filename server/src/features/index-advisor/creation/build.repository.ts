import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { BEGIN_LONG_SESSION, NO_LIMIT } from '../../../platform/database/connection/sessions.ts';
import { hasKeys } from '../statements/table.read-model.ts';
import type { SuggestedIndex } from '../suggestions/suggestion.repository.ts';
import type { BuildState } from './build-progress.rules.ts';

/** Held by the session that creates an index. */
const INDEX_CREATION_LOCK = 871_090;

/** The session that builds an index; only one exists at a time. */
export interface BuildSession {
  readonly pid: number;
  /** @throws pg.DatabaseError such as 55P03 when a lock is not available in time */
  run(statement: string, lockTimeoutMs: number): Promise<void>;
  /** The statement that `tryTable` runs. */
  lockStatement(index: SuggestedIndex): string;
  /** Checks whether the table can be locked now. @throws pg.DatabaseError 55P03 when it can't */
  tryTable(index: SuggestedIndex): Promise<void>;
  end(): Promise<void>;
}

/** Short, because other sessions queue behind a waiting table lock. */
const TABLE_LOCK_TIMEOUT_MS = 2_000;

/** @returns undefined while another session builds an index, including one that a killed server left behind */
export async function openBuildSession(connection: pg.ClientConfig): Promise<BuildSession | undefined> {
  const client = new pg.Client({ ...connection, ...NO_LIMIT, application_name: 'stowage-create-index' });
  // A lost connection also fails the running statement, which reports the error.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean; pid: number }>('select pg_try_advisory_lock($1) as taken, pg_backend_pid() as pid', [
    INDEX_CREATION_LOCK,
  ]);
  const [session] = rows;
  if (!session?.taken) {
    await client.end();
    return undefined;
  }
  await client.query(BEGIN_LONG_SESSION);
  return {
    pid: session.pid,
    async run(statement, lockTimeoutMs) {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`);
      // One statement only: its text comes from a table that running processes write.
      await client.query({ text: statement, queryMode: 'extended' } as pg.QueryConfig);
    },
    lockStatement,
    async tryTable(index) {
      await client.query(`begin; set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
      try {
        await client.query(lockStatement(index));
      } finally {
        await client.query('rollback');
      }
    },
    end: () => client.end().catch(() => {}),
  };
}

const quote = (name: string) => pg.escapeIdentifier(name);
const lockStatement = ({ schema, table }: SuggestedIndex) => `LOCK TABLE ${quote(schema)}.${quote(table)} IN SHARE UPDATE EXCLUSIVE MODE`;

/** The state of the index with this name: missing, invalid, valid, or an index of somebody else. */
export async function findIndexState(
  db: Database,
  { schema, table, tableOid, name, method, keys }: SuggestedIndex,
): Promise<'NONE' | 'INVALID' | 'VALID' | 'FOREIGN'> {
  const { rows } = await sql<{ is_valid: boolean; is_ours: boolean }>`
    select coalesce(i.indisvalid and i.indisready, false) as is_valid, coalesce(i.indrelid = coalesce(${tableOid}::bigint::oid, to_regclass(format('%I.%I', ${schema}::text, ${table}::text))) and ${hasKeys(sql`${method}::text`, sql`${keys}::text[]`)}, false) as is_ours
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_index i on i.indexrelid = c.oid left join pg_am m on m.oid = c.relam
    where n.nspname = ${schema} and c.relname = ${name}`.execute(db);
  const [found] = rows;
  if (found === undefined) return 'NONE';
  if (!found.is_ours) return 'FOREIGN';
  return found.is_valid ? 'VALID' : 'INVALID';
}

/** The progress of the session that holds the creation lock; undefined when it is not building. */
export async function findBuildState(db: Database): Promise<BuildState | undefined> {
  const { rows } = await sql<BuildState & { waits: number | null }>`
    select p.phase, p.blocks_done as "blocksDone", p.blocks_total as "blocksTotal", p.tuples_done as "rowsDone", p.tuples_total as "rowsTotal",
      nullif(p.current_locker_pid, 0) as waits
    from pg_stat_progress_create_index p
    join pg_locks l on l.pid = p.pid and l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = ${INDEX_CREATION_LOCK}::bigint::oid
    where p.datname = current_database()`.execute(db);
  const [row] = rows;
  return row && { ...row, waitsFor: row.waits ?? undefined };
}

/** Cancels the running statement of a session, not the session. */
export async function cancelSession(db: Database, pid: number): Promise<void> {
  await sql`select pg_cancel_backend(${pid})`.execute(db);
}

/** Waits until the time is over or the signal aborts. @throws the signal's reason */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
