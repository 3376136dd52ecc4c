import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { checksumOf } from '../../src/platform/database/database-files.ts';

/** The original migrations from before the baseline, which created the databases of that time. */
interface LegacyFiles {
  readonly migrations: Readonly<Record<string, string>>;
  readonly auditedTables: string;
}

/** Migrates an empty database to the state of the last version before the baseline. */
export async function migrateAsBeforeTheBaseline(client: pg.ClientBase): Promise<void> {
  const packed = await readFile(path.join(import.meta.dirname, 'legacy-migrations.json.gz'));
  const { migrations, auditedTables } = JSON.parse((await promisify(gunzip)(packed)).toString()) as LegacyFiles;
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const files = [...Object.entries(migrations), ['audited-tables.sql', auditedTables] as const];
  for (const [name, sql] of files) {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksumOf(sql)]);
    await client.query('commit');
  }
}
