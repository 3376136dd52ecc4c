import { messageOf } from '@stowage/contract/errors';
import type pg from 'pg';
import { type DatabaseFile, FUNCTIONS } from '../database-files.ts';
import { finishBackfill } from './backfill.ts';
import { type LockPatience, withLockRetries } from './lock-retries.ts';
import { splitByPartition } from './partitioned-index.ts';
import { recordFile } from './recorded-files.ts';

/** A part of the plan: what runs, and which rows of `schema_migrations` it stands for. */
interface Batch {
  readonly files: readonly DatabaseFile[];
  /** Recorded as applied once `legacy/adopt.sql` has run. */
  readonly adopted: readonly DatabaseFile[];
}

export interface ApplyOptions {
  /** Recorded with each file. */
  readonly version: string;
  readonly patience: LockPatience;
}

/** `-- after backfill: name`: the migration needs its result, so what is left of it runs first. */
const AFTER_BACKFILL = /^-- after backfill: ([a-z0-9-]+)$/gm;
const CREATED_INDEX = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i;
const CONCURRENT = /\bconcurrently\b/i;

export function runsAlone(migration: DatabaseFile): boolean {
  return migration.sql.startsWith('-- no transaction');
}

/** Whether what comes before a migration must be committed, because it may have created the backfill. */
export function needsBackfill(migration: DatabaseFile): boolean {
  return migration.sql.search(AFTER_BACKFILL) >= 0;
}

/** Applies files in one transaction. It releases all its locks before it tries again. */
export async function applyTogether(client: pg.ClientBase, { files, adopted }: Batch, { version, patience }: ApplyOptions): Promise<void> {
  for (const file of files) await finishBackfills(client, file);
  if (files.length === 0) return;
  await withLockRetries(patience, async () => {
    await client.query(`begin; set local lock_timeout = ${patience.lockTimeoutMs}`);
    try {
      for (const file of files) await applyFile(client, file, { adopted, version });
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

async function applyFile(
  client: pg.ClientBase,
  file: DatabaseFile,
  { adopted, version }: { adopted: readonly DatabaseFile[]; version: string },
): Promise<void> {
  // Functions may call each other across files: their bodies are checked by a test, not by the order of the files.
  if (file.name.startsWith(FUNCTIONS)) await client.query('set local check_function_bodies = off');
  await run(client, file, file.sql);
  if (!file.name.startsWith('legacy/')) return recordFile(client, file, version);
  await client.query('delete from schema_migrations');
  for (const migration of adopted) await recordFile(client, migration, version);
}

/** Applies a migration statement by statement, each in a transaction of its own. It is repeated from its start after a failure. */
export async function applyAlone(client: pg.ClientBase, migration: DatabaseFile, { version, patience }: ApplyOptions): Promise<void> {
  await finishBackfills(client, migration);
  // PostgreSQL runs several statements of one call in a transaction, so each is sent separately.
  for (const statement of migration.sql.split(/;[ \t]*$/m)) {
    const sql = statement.replaceAll(/--.*$/gm, '').trim();
    if (sql === '') continue;
    for (const part of await splitByPartition(client, sql)) await applyStatement(client, migration, { sql: part, patience });
  }
  await recordFile(client, migration, version);
}

async function applyStatement(client: pg.ClientBase, migration: DatabaseFile, { sql, patience }: { sql: string; patience: LockPatience }): Promise<void> {
  const index = CREATED_INDEX.exec(sql)?.[1];
  if (index !== undefined) await dropInvalidIndex(client, index);
  // A concurrent statement lets others read and write while it waits.
  await client.query(`set lock_timeout = ${CONCURRENT.test(sql) ? 0 : patience.lockTimeoutMs}`);
  await withLockRetries(patience, () => run(client, migration, sql)).finally(() => client.query('reset lock_timeout'));
}

/** A build that was interrupted leaves an index that is maintained by every write and used by no query. */
async function dropInvalidIndex(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ place: string }>(
    'select i.indexrelid::regclass::text as place from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid',
    [name],
  );
  for (const { place } of rows) await client.query(`drop index concurrently ${place}`);
}

async function finishBackfills(client: pg.ClientBase, { sql }: DatabaseFile): Promise<void> {
  for (const [, name = ''] of sql.matchAll(AFTER_BACKFILL)) await finishBackfill(client, name);
}

async function run(client: pg.ClientBase, file: DatabaseFile, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${messageOf(error)}`, { cause: error });
  }
}
