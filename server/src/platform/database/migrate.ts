import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { checkoutRoot } from '../paths.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** What is applied after the migrations each time it has changed, because it tells of tables of all of them. */
const AUDITED_TABLES = 'audited-tables.sql';

/**
 * Brings the database to the newest numbered migration. Several processes may call it at once; one works.
 * Each file runs in a transaction of its own, unless its first line is `-- no transaction`.
 * @returns the names of the migrations that were applied
 * @throws Error when an applied file has changed since, or is gone
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  const folder = path.join(checkoutRoot(), 'database');
  const migrations = await readMigrations(path.join(folder, 'migrations'));
  const auditedTables = await readMigration(folder, AUDITED_TABLES);
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate]);
  try {
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const audited = applied.get(AUDITED_TABLES);
    applied.delete(AUDITED_TABLES);
    refuseChanged(migrations, applied);
    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) await apply(client, migration);
    if (pending.length > 0 || audited !== auditedTables.checksum) await apply(client, auditedTables);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate]);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = await readFile(path.join(folder, name), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, checksum] of applied) {
    const file = byName.get(name);
    if (file === undefined) throw new Error(`The database has migration ${name}, which this version does not know: it is older than the data`);
    if (file.checksum !== checksum) throw new Error(`Migration ${name} has changed since it was applied: write a new one instead`);
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  const inTransaction = !migration.sql.startsWith('-- no transaction');
  if (inTransaction) await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      'insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, applied_at = now()',
      [migration.name, migration.checksum],
    );
    if (inTransaction) await client.query('commit');
  } catch (error) {
    if (inTransaction) await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
