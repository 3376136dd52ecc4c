import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type DatabaseFile, type DatabaseFiles, FUNCTIONS, readDatabaseFiles } from './database-files.ts';
import { planMigration } from './migration-plan.ts';

interface Options {
  /** Those of `database/`, unless a test brings its own. */
  readonly files?: DatabaseFiles;
  /** How long a migration waits for a table that another session uses, before it releases all its locks and tries again. */
  readonly lockTimeoutMs?: number;
}

/** A step of the plan: what runs, and which rows of `schema_migrations` it stands for. */
interface Batch {
  readonly files: readonly DatabaseFile[];
  readonly adopted: readonly DatabaseFile[];
  readonly lockTimeoutMs: number;
}

const LOCK_ATTEMPTS = 20;
const LOCK_POLL_MS = 50;

/**
 * Brings the database to the newest schema: pending migrations, and every function file that changed, in one transaction.
 * A migration whose first line is `-- no transaction` runs outside of it, statement by statement; what comes before it is committed first.
 * Several processes may call this at once: one works, the others wait. See database/README.md.
 * @returns the names of the migrations that were applied
 * @throws Error when the database has a state that this version can't continue from; nothing is changed then
 */
export async function migrate(client: pg.ClientBase, { files: given, lockTimeoutMs = 3_000 }: Options = {}): Promise<string[]> {
  const files = given ?? (await readDatabaseFiles());
  await takeLock(client);
  try {
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    const plan = planMigration(files, new Map(rows.map((row) => [row.name, row.checksum])));
    const pending = [...(plan.adopt === undefined ? [] : [plan.adopt]), ...plan.migrations];
    const batch = { adopted: plan.adopted, lockTimeoutMs };
    let together: DatabaseFile[] = [];
    for (const migration of pending) {
      if (runsAlone(migration)) {
        await applyTogether(client, { ...batch, files: together });
        await applyAlone(client, migration);
        together = [];
      } else together.push(migration);
    }
    await applyTogether(client, { ...batch, files: [...together, ...plan.functions] });
    return pending.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate]);
  }
}

/** Polls instead of waiting inside a statement: CREATE INDEX CONCURRENTLY of the holder waits for every open snapshot, so it would wait for us. */
async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCKS.migrate]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

function runsAlone(migration: DatabaseFile): boolean {
  return migration.sql.startsWith('-- no transaction');
}

async function applyTogether(client: pg.ClientBase, batch: Batch): Promise<void> {
  if (batch.files.length === 0) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, batch);
    } catch (error) {
      await client.query('rollback');
      const isLocked = error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '55P03';
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
      await sleep(attempt * LOCK_POLL_MS);
    }
  }
}

async function applyOnce(client: pg.ClientBase, { files, adopted, lockTimeoutMs }: Batch): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  for (const file of files) {
    // Functions may call each other across files: their bodies are checked by a test, not by the order of the files.
    if (file.name.startsWith(FUNCTIONS)) await client.query('set local check_function_bodies = off');
    await run(client, file, file.sql);
    if (file.name.startsWith('legacy/')) {
      await client.query('delete from schema_migrations');
      for (const migration of adopted) await record(client, migration);
    } else await record(client, file);
  }
  await client.query('commit');
}

async function applyAlone(client: pg.ClientBase, migration: DatabaseFile): Promise<void> {
  // PostgreSQL runs several statements of one call in a transaction, so each is sent separately.
  for (const statement of migration.sql.split(/;[ \t]*$/m)) {
    if (statement.replaceAll(/--.*$/gm, '').trim() !== '') await run(client, migration, statement);
  }
  await record(client, migration);
}

async function run(client: pg.ClientBase, file: DatabaseFile, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function record(client: pg.ClientBase, { name, checksum }: DatabaseFile): Promise<void> {
  await client.query(
    'insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, applied_at = now()',
    [name, checksum],
  );
}
