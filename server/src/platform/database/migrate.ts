import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type DatabaseFile, type DatabaseFiles, readDatabaseFiles } from './database-files.ts';
import { type ApplyOptions, applyAlone, applyTogether, needsBackfill, runsAlone } from './migration/apply-files.ts';
import { type BlockerWatch, readLockHolder, WORTH_SAYING_MS, watchBlockers } from './migration/blockers.ts';
import { type MigrationPlan, planMigration } from './migration/migration-plan.ts';
import { createRecords, readRecords } from './migration/recorded-files.ts';

interface Options {
  /** The files of `database/`, unless a test brings its own. */
  readonly files?: DatabaseFiles;
  /** How long a statement waits for a table that another session uses, before the migration releases all its locks and tries again. */
  readonly lockTimeoutMs?: number;
  /** How long it tries again. */
  readonly patienceMs?: number;
  /** For a second session, which names the sessions that the migration waits for. */
  readonly connection?: pg.ClientConfig;
  readonly say?: (line: string) => void;
}

/** What a start would apply. */
export interface PendingChanges {
  readonly migrations: readonly string[];
  /** Function files with another content. */
  readonly functions: readonly string[];
  /** Migrations of a later version, with which this version works. */
  readonly later: readonly string[];
}

const LOCK_TIMEOUT_MS = 200;
const PATIENCE_MS = 120_000;
const LOCK_POLL_MS = 50;

/** Reads what is pending, and changes nothing. @throws Error as `migrate` does, when this version can't work with the database */
export async function readPendingChanges(client: pg.ClientBase): Promise<PendingChanges> {
  const plan = planMigration(await readDatabaseFiles(), await readRecords(client));
  return { migrations: pendingOf(plan).map(({ name }) => name), functions: plan.functions.map(({ name }) => name), later: plan.later };
}

/**
 * Brings the database to the newest schema: pending migrations, and every function file that changed, in one transaction.
 * A migration whose first line is `-- no transaction` runs outside of it, statement by statement; what comes before it is committed first.
 * Several processes may call this at once: one works, the others wait. See database/README.md.
 * @returns the names of the migrations that were applied
 * @throws Error when the database has a state that this version can't continue from; nothing is changed then
 */
export async function migrate(client: pg.ClientBase, { files: given, ...options }: Options = {}): Promise<string[]> {
  const files = given ?? (await readDatabaseFiles());
  await takeLock(client, options.say);
  try {
    await createRecords(client);
    const plan = planMigration(files, await readRecords(client));
    const pending = pendingOf(plan);
    const watch = pending.length > 0 || plan.functions.length > 0 ? await watchFor(client, options) : undefined;
    const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = options;
    await apply(client, plan, { version: files.version, patience: { lockTimeoutMs, patienceMs, blockers: watch?.last } }).finally(() => watch?.stop());
    return pending.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate]);
  }
}

function pendingOf({ adopt, migrations }: MigrationPlan): DatabaseFile[] {
  return [...(adopt === undefined ? [] : [adopt]), ...migrations];
}

async function apply(client: pg.ClientBase, plan: MigrationPlan, options: ApplyOptions): Promise<void> {
  const { adopted } = plan;
  let together: DatabaseFile[] = [];
  for (const migration of pendingOf(plan)) {
    const isAlone = runsAlone(migration);
    if (isAlone || needsBackfill(migration)) {
      await applyTogether(client, { adopted, files: together }, options);
      together = [];
    }
    if (isAlone) await applyAlone(client, migration, options);
    else together.push(migration);
  }
  await applyTogether(client, { adopted, files: [...together, ...plan.functions] }, options);
}

async function watchFor(client: pg.ClientBase, { connection, say = () => {} }: Options): Promise<BlockerWatch | undefined> {
  if (connection === undefined) return undefined;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return watchBlockers({ connection, pid: rows[0]?.pid ?? 0, say });
}

/** Polls instead of waiting inside a statement: CREATE INDEX CONCURRENTLY of the holder waits for every open snapshot, so it would wait for us. */
async function takeLock(client: pg.ClientBase, say: Options['say'] = () => {}): Promise<void> {
  const since = performance.now();
  for (let said: string | undefined; ; ) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCKS.migrate]);
    if (rows[0]?.taken) return;
    if (said === undefined && performance.now() - since >= WORTH_SAYING_MS) {
      said = await readLockHolder(client, ADVISORY_LOCKS.migrate);
      if (said !== undefined) say(`The migration waits until another one has ended: ${said}`);
    }
    await sleep(LOCK_POLL_MS);
  }
}
